/** The worked history of semantics §3.4, digit for digit, under both policies. */
import { expect, test } from 'vitest';
import { task } from '../../machines/task/lifecycle.ts';
import { fold } from '../../src/kernel/fold.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { create, read, step, type SequencedFact, type State } from '../../src/kernel/step.ts';

const H1 = `${'0'.repeat(63)}1`;

const at = (sequence: number, type: string, payload: JsonObject): SequencedFact => ({
  instanceId: 'task-1',
  sequence,
  type,
  payload,
});

const created = (policy: string): SequencedFact =>
  at(0, 'TaskCreated', { policy, maxAttempts: 3, kind: 'default', payload: null, priority: 0 });
const started = at(1, 'TaskStarted', { attempt: 1, workerId: 'w-1', leaseUntilEpochMs: 60_000 });
const cancellationRequested = at(2, 'CancellationRequested', {
  signalId: 'sig-9',
  requester: 'user',
  reason: 'no longer needed',
});
const completed = at(3, 'TaskCompleted', {
  attempt: 1,
  artifactSha256: H1,
  artifactVerified: true,
});
const cancelled = (sequence: number): SequencedFact =>
  at(sequence, 'TaskCancelled', { stoppedAtSequence: 3, effectsReconciled: true });

/** `cancelling/v2/a1` */
const short = (state: State): string => {
  const { status, version, context } = read(task, state);
  return `${status}/v${version}/a${Number(context['attempt'])}`;
};

/** Each event's outcome in one line; a refused one leaves the state to the next. */
const tell = (facts: readonly SequencedFact[]): { lines: string[]; last: State } => {
  const [first, ...rest] = facts;
  if (first === undefined) throw new RangeError('a history has at least its creating event');
  const birth = create(task, first);
  if (birth.refused) throw new Error(birth.reason);
  let { state } = birth;
  const lines = [short(state)];
  for (const fact of rest) {
    const verdict = step(task, state, fact);
    if (verdict.refused) {
      lines.push(`${fact.type} refused ${verdict.reason}, still v${state.version}`);
      continue;
    }
    ({ state } = verdict);
    const won = verdict.evidence.extra['completionWonCancellationRace'];
    lines.push(`${fact.type} → ${short(state)}${won === true ? ' won the race' : ''}`);
  }
  return { lines, last: state };
};

test('under completion-wins a completion beats the wish to cancel, and what comes later is refused', () => {
  const { lines, last } = tell([
    created('completion-wins'),
    started,
    cancellationRequested,
    completed,
    cancelled(4),
  ]);
  expect(lines).toEqual([
    'queued/v0/a0',
    'TaskStarted → running/v1/a1',
    'CancellationRequested → cancelling/v2/a1',
    'TaskCompleted → completed/v3/a1 won the race',
    'TaskCancelled refused TERMINAL_STATE, still v3',
  ]);
  expect(read(task, last)).toEqual({
    instanceId: 'task-1',
    version: 3,
    status: 'completed',
    regions: {
      lifecycle: 'completed',
      cancellation: 'requested',
      artifact: 'verified',
      recovery: 'steady',
    },
    context: {
      attempt: 1,
      maxAttempts: 3,
      policy: 'completion-wins',
      kind: 'default',
      priority: 0,
      retryOf: null,
      workerId: null,
      leaseUntilEpochMs: null,
      notBeforeEpochMs: null,
      cancellationSignalId: 'sig-9',
      cancellationRequester: 'user',
      cancellationReason: 'no longer needed',
      artifactSha256: H1,
      artifactBytes: null,
      terminalErrorCode: null,
    },
  });
});

test('under cancellation-wins the same completion is refused, and the task is cancelled once reconciled', () => {
  const { lines, last } = tell([
    created('cancellation-wins'),
    started,
    cancellationRequested,
    completed,
    cancelled(3),
  ]);
  expect(lines).toEqual([
    'queued/v0/a0',
    'TaskStarted → running/v1/a1',
    'CancellationRequested → cancelling/v2/a1',
    'TaskCompleted refused CANCELLATION_WINS, still v2',
    'TaskCancelled → cancelled/v3/a1',
  ]);
  expect(read(task, last).regions).toEqual({
    lifecycle: 'cancelled',
    cancellation: 'confirmed',
    artifact: 'none',
    recovery: 'steady',
  });
});

test.each([
  {
    policy: 'completion-wins',
    history: [created('completion-wins'), started, cancellationRequested, completed],
  },
  {
    policy: 'cancellation-wins',
    history: [created('cancellation-wins'), started, cancellationRequested, cancelled(3)],
  },
])('folding the stored history under $policy gives the state that stepping gave', ({ history }) => {
  const folded = fold(task, history);
  expect(folded && read(task, folded)).toEqual(read(task, tell(history).last));
});

test('a completion without a wish to cancel says that it won no race', () => {
  const { last } = tell([created('completion-wins'), started]);
  expect(step(task, last, { ...completed, sequence: 2 })).toMatchObject({
    refused: false,
    evidence: { extra: { completionWonCancellationRace: false } },
  });
});
