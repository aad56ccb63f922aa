/**
 * Runs the one exploration that all rules by exhaustion share. Owns the rules whose fault
 * ends it: `throws`, `always-loop`, `plain-context`, `unbounded`.
 */
import { explore, type Exploration } from '../explore.ts';
import type { EventCase, Lifecycle, Reading } from '../lifecycle.ts';
import type { Finding } from './finding.ts';
import { whyNotPlain } from './plain.ts';
import { isEndlessLoop } from './settling.ts';

/** More states than any lifecycle a person can oversee. */
const MOST_STATES = 5_000;

/** A context that storage would not give back. */
class ImpureContext extends Error {
  override readonly name = 'ImpureContext';
}

/** The exploration, or the fault that ended it. */
export const exploreOnce = (lifecycle: Lifecycle): Exploration | Finding => {
  const watch = { where: 'the creation' };
  try {
    return explore(watched(lifecycle, watch), MOST_STATES);
  } catch (error) {
    return faultOf(error, watch.where);
  }
};

export const isExploration = (result: Exploration | Finding): result is Exploration =>
  'tried' in result;

const faultOf = (error: unknown, where: string): Finding => {
  const words = error instanceof Error ? error.message : String(error);
  if (error instanceof ImpureContext) return { rule: 'plain-context', where, says: words };
  if (isEndlessLoop(error))
    return { rule: 'always-loop', where, says: 'never comes to rest: its `always` go round' };
  if (error instanceof RangeError && words.endsWith(`more than ${MOST_STATES} states`))
    return { rule: 'unbounded', where: 'the exploration', says: `has no end: ${words}` };
  return { rule: 'throws', where, says: `throws: ${words}` };
};

/** The same lifecycle, noting which case is under way and looking at every context a step makes. */
const watched = (lifecycle: Lifecycle, watch: { where: string }): Lifecycle => {
  const noted = (eventCase: EventCase): EventCase => ({
    name: eventCase.name,
    type: eventCase.type,
    payload: (reading) => {
      watch.where = `case "${eventCase.name}"`;
      return eventCase.payload(reading);
    },
  });
  const { cases, invariants } = lifecycle;
  return {
    ...lifecycle,
    cases: { creations: cases.creations, events: cases.events.map(noted) },
    invariants: [{ name: 'the context is plain JSON', holds: contextProbe() }, ...invariants],
  };
};

/** An invariant that throws what it finds, before the context is hashed or read by others. */
const contextProbe = (): ((reading: Reading) => boolean) => {
  let firstKeys: string | undefined;
  return ({ context }) => {
    const why = whyNotPlain(context, 'context');
    if (why !== null) throw new ImpureContext(`makes a context that is not plain JSON: ${why}`);
    const keys = Object.keys(context).toSorted().join(', ');
    firstKeys ??= keys;
    if (keys !== firstKeys)
      throw new ImpureContext(`makes a context with other keys: (${keys}) for (${firstKeys})`);
    return true;
  };
};
