/**
 * Races, found by exploration: two events that were both decided on the same state, whose order
 * makes a difference. Owns what counts as one. The danger it is about: of two writers who both
 * saw the same state one comes second, and must neither undo the first nor be believed blindly.
 */
import { explore, stateKey, type Exploration, type Tried } from './explore.ts';
import type { Fact, Lifecycle } from './lifecycle.ts';
import { read, step, type State, type Verdict } from './step.ts';

/** `first` is stored, then `second` arrives, decided on the state before. In the other order the result is another. */
export interface RacingPair {
  /** The creation case from which the state is reached. */
  readonly creation: string;
  /** The facts that lead to the state, in order, the creating one first: the shortest way. */
  readonly history: readonly Fact[];
  readonly status: string;
  readonly first: Contender;
  readonly second: Contender;
  /** What the second is told. If it is accepted too, the result is not that of the other order. */
  readonly answer: Verdict;
}

export interface Contender extends Fact {
  /** The name of its event case. */
  readonly name: string;
}

/** All racing pairs, both orders of each, for each creation case; states and cases in the order of exploration. */
export const racingPairs = (lifecycle: Lifecycle): RacingPair[] =>
  lifecycle.cases.creations.flatMap((creation) => {
    const { cases } = lifecycle;
    const exploration = explore({ ...lifecycle, cases: { ...cases, creations: [creation] } });
    const created = { type: lifecycle.creation.event, payload: creation.payload };
    return racingPairsIn(lifecycle, exploration, creation.name, created);
  });

/** The same for an exploration that began at one creation case. */
export const racingPairsIn = (
  lifecycle: Lifecycle,
  { states, tried }: Exploration,
  creation: string,
  created: Fact,
): RacingPair[] => {
  const histories = historiesOf(tried);
  const accepted = new Map([...states.keys()].map((from): [string, Tried[]] => [from, []]));
  for (const one of tried) if (!one.verdict.refused) accepted.get(one.from)?.push(one);
  return [...accepted].flatMap(([from, candidates]) => {
    const state = states.get(from);
    if (state === undefined) return [];
    const { status } = read(lifecycle, state);
    const history = [created, ...(histories.get(from) ?? [])];
    return candidates.flatMap((one, index) =>
      candidates.slice(index + 1).flatMap((other): RacingPair[] => {
        const otherSecond = afterwards(lifecycle, one, other);
        const oneSecond = afterwards(lifecycle, other, one);
        if (isSame(lifecycle, otherSecond, oneSecond)) return [];
        const [a, b] = [contender(one), contender(other)];
        const shared = { creation, history, status };
        return [
          { ...shared, first: a, second: b, answer: otherSecond },
          { ...shared, first: b, second: a, answer: oneSecond },
        ];
      }),
    );
  });
};

const contender = ({ eventCase: { name }, fact: { type, payload } }: Tried): Contender => ({
  name,
  type,
  payload,
});

const afterwards = (lifecycle: Lifecycle, { verdict }: Tried, { fact }: Tried): Verdict => {
  if (verdict.refused) return verdict;
  const { state } = verdict;
  const { instanceId, version } = state;
  return step(lifecycle, state, { ...fact, instanceId, sequence: version + 1 });
};

const isSame = (lifecycle: Lifecycle, one: Verdict, other: Verdict): boolean =>
  !one.refused && !other.refused && keyOf(lifecycle, one.state) === keyOf(lifecycle, other.state);

const keyOf = (lifecycle: Lifecycle, state: State): string => stateKey(lifecycle, state);

/** The facts that lead to each state: exploration goes breadth first, so the first way found is a shortest. */
const historiesOf = (tried: readonly Tried[]): ReadonlyMap<string, readonly Fact[]> => {
  const histories = new Map<string, readonly Fact[]>();
  for (const { from, to, fact } of tried) {
    const before = histories.get(from) ?? [];
    if (!histories.has(from)) histories.set(from, before);
    if (to !== null && !histories.has(to)) histories.set(to, [...before, fact]);
  }
  return histories;
};
