/** Rule `case-payload`: what a case sends is what could be stored: valid for its schema and plain JSON, in every state. */
import type { Exploration } from '../explore.ts';
import type { JsonObject } from '../json.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { Finding } from './finding.ts';
import { whyNotPlain } from './plain.ts';
import { amongTried } from './tried-cases.ts';

export const casePayloads = (lifecycle: Lifecycle, exploration: Exploration): Finding[] => {
  // Few payloads are sent in very many states.
  const known = new Map<string, string | null>();
  const fault = (type: string, payload: JsonObject): string | null => {
    const why = whyNotPlain(payload, 'payload');
    if (why !== null) return `sends what is not plain JSON (${why})`;
    const key = `${type} ${JSON.stringify(payload)}`;
    const says = known.has(key) ? (known.get(key) ?? null) : faultIn(lifecycle, type, payload);
    known.set(key, says);
    return says;
  };
  return [
    ...lifecycle.cases.creations.flatMap(({ name, payload }): Finding[] => {
      const says = fault(lifecycle.creation.event, payload);
      return says === null ? [] : [{ rule: 'case-payload', where: `creation "${name}"`, says }];
    }),
    ...amongTried(lifecycle, exploration, ({ fact }) => {
      const says = fault(fact.type, fact.payload);
      return says === null ? null : { rule: 'case-payload', says };
    }),
  ];
};

const faultIn = ({ events }: Lifecycle, type: string, payload: JsonObject): string | null => {
  const schema = Object.hasOwn(events, type) ? events[type]?.payload : undefined;
  if (schema === undefined) return null;
  const issue = schema.safeParse(payload).error?.issues[0];
  return issue === undefined
    ? null
    : `sends an invalid payload (${[...issue.path, issue.message].join(': ')})`;
};
