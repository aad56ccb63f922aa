/** Whether a history already tells a business fact, by the lifecycle's own word for what is told once. */
import { hashJson } from '../../src/kernel/hash.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { Fact, Lifecycle } from '../../src/kernel/lifecycle.ts';

/** `context`: the state's, which says what a fact means that does not say it itself. */
export const isTold = (
  lifecycle: Lifecycle,
  context: JsonObject,
  fact: Fact,
  history: readonly Fact[],
): boolean => {
  const once = lifecycle.events[fact.type]?.once;
  if (once === undefined) return false;
  const said = ({ payload }: Fact): string =>
    hashJson(
      Object.fromEntries(
        Object.entries(payload).filter(([key]) => !(once.except ?? []).includes(key)),
      ),
    );
  const named = fact.payload[once.per] ?? context[once.per];
  return history.some(
    (earlier) =>
      earlier.type === fact.type &&
      said(earlier) === said(fact) &&
      (earlier.payload[once.per] ?? named) === named,
  );
};
