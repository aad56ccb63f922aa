/**
 * Lays a lifecycle's machine beside the judge: every pair of state and event case
 * that exploration tried, with both answers. Owns the comparison, not the rules.
 */
import { isDeepStrictEqual } from 'node:util';
import { explore, type Exploration } from '../../src/kernel/explore.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { Lifecycle } from '../../src/kernel/lifecycle.ts';
import { create, read, step, type State, type Verdict } from '../../src/kernel/step.ts';
import { judge, judgeCreation, type Judgement, type PlainState } from './judge/judge.ts';

export interface Pair {
  /** Null for creation. */
  readonly before: PlainState | null;
  readonly eventCase: string;
  readonly type: string;
  readonly judged: Judgement;
  readonly machine: Judgement;
}

export const plain = (lifecycle: Lifecycle, state: State): PlainState => {
  const { status, regions, context } = read(lifecycle, state);
  return { status, regions, context };
};

export const answerOf = (lifecycle: Lifecycle, verdict: Verdict): Judgement =>
  verdict.refused
    ? { accepted: false, reason: verdict.reason }
    : {
        accepted: true,
        next: plain(lifecycle, verdict.state),
        evidence: verdict.evidence.extra,
      };

const creations = (lifecycle: Lifecycle): Pair[] =>
  lifecycle.cases.creations.map(({ name, payload }) => {
    const { event: type } = lifecycle.creation;
    const verdict = create(lifecycle, { instanceId: 'explored', sequence: 0, type, payload });
    const next = judgeCreation(lifecycle.name, payload);
    return {
      before: null,
      eventCase: name,
      type,
      judged: { accepted: true, next, evidence: {} },
      machine: answerOf(lifecycle, verdict),
    };
  });

/**
 * The same pairs, lazily, in states that are given: for a machine that is expected to
 * be wrong, whose own exploration would lead anywhere.
 */
export function* pairsIn(lifecycle: Lifecycle, states: Iterable<State>): Generator<Pair> {
  yield* creations(lifecycle);
  for (const state of states) {
    const before = plain(lifecycle, state);
    const reading = read(lifecycle, state);
    for (const eventCase of lifecycle.cases.events) {
      const { name, type } = eventCase;
      const fact = { type, payload: eventCase.payload(reading) };
      const place = { instanceId: state.instanceId, sequence: state.version + 1 };
      const verdict = step(lifecycle, state, { ...fact, ...place });
      const judged = judge(lifecycle.name, before, fact);
      yield { before, eventCase: name, type, judged, machine: answerOf(lifecycle, verdict) };
    }
  }
}

/** Every pair tried, creations first, in the order of exploration. */
export const pairsOf = (
  lifecycle: Lifecycle,
  { states, tried }: Exploration = explore(lifecycle),
): Pair[] => {
  const before = new Map([...states].map(([key, state]) => [key, plain(lifecycle, state)]));
  const events = tried.flatMap(({ from, eventCase, fact, verdict }): Pair[] => {
    const state = before.get(from);
    if (state === undefined) return [];
    return [
      {
        before: state,
        eventCase: eventCase.name,
        type: fact.type,
        judged: judge(lifecycle.name, state, fact),
        machine: answerOf(lifecycle, verdict),
      },
    ];
  });
  return [...creations(lifecycle), ...events];
};

export const agree = ({ judged, machine }: Pair): boolean => isDeepStrictEqual(judged, machine);

const changed = (before: JsonObject, after: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(after).filter(([key, value]) => !isDeepStrictEqual(before[key], value)),
  );

/** For reading: a hash of one repeated digit is as good as the digit. */
export const withShortHashes = (value: JsonObject): string =>
  JSON.stringify(value).replaceAll(/(.)\1{63}/gu, '$1…');

const inWords = (before: PlainState | null, answer: Judgement): string =>
  answer.accepted
    ? `→ ${answer.next.status} ${withShortHashes({
        ...changed(before?.regions ?? {}, answer.next.regions),
        ...changed(before?.context ?? {}, answer.next.context),
        ...answer.evidence,
      })}`
    : answer.reason;

/** One pair on one line: where, what, what the judge says, what the machine says. */
export const describePair = ({ before, eventCase, judged, machine }: Pair): string => {
  const at =
    before === null ? 'creation' : `${before.status}(${Object.values(before.regions).join(' ')})`;
  return `${at} + ${eventCase}: judge ${inWords(before, judged)}; machine ${inWords(before, machine)}`;
};

/** What the two disagree about, in words; empty where they agree everywhere. */
export const differences = (lifecycle: Lifecycle, exploration?: Exploration): string[] =>
  pairsOf(lifecycle, exploration)
    .filter((pair) => !agree(pair))
    .map(describePair);
