/**
 * Takes a layer to every state by its shortest path and tries every event case there.
 * What must be answered is the judge's, where it knows the lifecycle, else the kernel's.
 *
 * A refused case changes nothing, so all of them are tried on one instance; each
 * accepted one gets its own, and is tried with a gap, a stale sequence, again, and with
 * another payload under its id.
 */
import type { EventCase, Fact, Lifecycle } from '../../../src/kernel/lifecycle.ts';
import { create, read, step, type State } from '../../../src/kernel/step.ts';
import { plain } from '../comparison.ts';
import { judge, knows } from '../judge/judge.ts';
import type { Path } from '../paths.ts';
import { isTold } from '../stored-facts.ts';
import type { Answer, Layer } from './layer.ts';
import { vary } from './vary.ts';

export interface Tally {
  states: number;
  accepted: number;
  refused: number;
  readonly differences: string[];
}

const INSTANCE = 'expected';
let eventNumber = 0;
const nextEventId = (): string => `path-${(eventNumber += 1)}`;

/** The machine's state after a path, by the kernel: what the case payloads are made from. */
const follow = (lifecycle: Lifecycle, { creation, facts }: Path): State => {
  const creating = { type: lifecycle.creation.event, payload: creation.payload };
  let verdict = create(lifecycle, { ...creating, instanceId: INSTANCE, sequence: 0 });
  for (const fact of facts) {
    if (verdict.refused) break;
    const { state } = verdict;
    verdict = step(lifecycle, state, {
      ...fact,
      instanceId: INSTANCE,
      sequence: state.version + 1,
    });
  }
  if (verdict.refused) throw new Error(`the kernel refuses a path: ${verdict.reason}`);
  return verdict.state;
};

interface Expected {
  readonly outcome: string;
  readonly status: string;
}

const expectedOf = (lifecycle: Lifecycle, state: State, fact: Fact, path: Path): Expected => {
  const { status, context } = read(lifecycle, state);
  const verdict = knows(lifecycle.name)
    ? judge(lifecycle.name, plain(lifecycle, state), fact)
    : kernelVerdict(lifecycle, state, fact);
  if (verdict.accepted) return { outcome: 'accepted', status: verdict.next.status };
  return {
    outcome: isTold(lifecycle, context, fact, path.facts) ? 'DUPLICATE_FACT' : verdict.reason,
    status,
  };
};

const kernelVerdict = (lifecycle: Lifecycle, state: State, fact: Fact) => {
  const verdict = step(lifecycle, state, {
    ...fact,
    instanceId: INSTANCE,
    sequence: state.version + 1,
  });
  return verdict.refused
    ? { accepted: false as const, reason: verdict.reason }
    : { accepted: true as const, next: read(lifecycle, verdict.state) };
};

const arrive = async (layer: Layer, lifecycle: Lifecycle, path: Path): Promise<string> => {
  const id = await layer.create(lifecycle, vary(lifecycle, path.creation.payload));
  for (const [index, fact] of path.facts.entries()) {
    const answer = await layer.deliver(lifecycle, id, fact, nextEventId(), index + 1);
    if (answer.outcome !== 'accepted')
      throw new Error(`a step of a path was answered ${answer.outcome}`);
  }
  return id;
};

/** `faults`: try each accepted case with the faults of delivery too. */
export const walkPath = async (
  layer: Layer,
  lifecycle: Lifecycle,
  path: Path,
  tally: Tally,
  faults: boolean,
): Promise<void> => {
  const state = follow(lifecycle, path);
  const { version } = state;
  const reading = read(lifecycle, state);
  const where = `${path.creation.name}: ${path.facts.map(({ type }) => type).join(', ')}`;
  const compare = (what: string, seen: Answer, outcome: string, status: string, at: number) => {
    if (seen.outcome === outcome && seen.status === status && seen.version === at) return;
    const expected = `${outcome} ${status} ${at}`;
    const got = `${seen.outcome} ${seen.status} ${seen.version}`;
    tally.differences.push(`${where} + ${what}: expected ${expected}, seen ${got}`);
  };
  const factOf = ({ type, payload }: EventCase): Fact => ({ type, payload: payload(reading) });
  const tried = lifecycle.cases.events.map((eventCase) => {
    const fact = factOf(eventCase);
    return { eventCase, fact, expected: expectedOf(lifecycle, state, fact, path) };
  });
  const here = await arrive(layer, lifecycle, path);
  for (const { eventCase, fact, expected } of tried) {
    if (expected.outcome === 'accepted') continue;
    const seen = await layer.deliver(lifecycle, here, fact, nextEventId(), version + 1);
    compare(eventCase.name, seen, expected.outcome, expected.status, version);
    tally.refused += 1;
  }
  for (const { eventCase, fact, expected } of tried) {
    if (expected.outcome !== 'accepted') continue;
    const id = await arrive(layer, lifecycle, path);
    const eventId = nextEventId();
    const { status } = reading;
    const next = version + 1;
    const probe = async (
      how: string,
      sent: Fact,
      name: string,
      sequence: number,
      [outcome, statusThen, versionThen]: readonly [string, string, number],
    ): Promise<void> => {
      const seen = await layer.deliver(lifecycle, id, sent, name, sequence);
      compare(`${eventCase.name}${how}`, seen, outcome, statusThen, versionThen);
    };
    if (faults) {
      const gap = ['SEQUENCE_GAP', status, version] as const;
      const taken = ['HISTORY_CONFLICT', status, version] as const;
      await probe(' after a gap', fact, nextEventId(), next + 1, gap);
      await probe(' on a taken sequence', fact, nextEventId(), version, taken);
    }
    await probe('', fact, eventId, next, ['accepted', expected.status, next]);
    if (faults) {
      const other = tried.find(({ fact: { type } }) => type !== fact.type)?.fact ?? fact;
      const conflict = ['EVENT_ID_PAYLOAD_CONFLICT', expected.status, next] as const;
      await probe(' again', fact, eventId, next, ['duplicate', expected.status, next]);
      await probe(' with another payload under its id', other, eventId, next, conflict);
    }
    tally.accepted += 1;
  }
  tally.states += 1;
};
