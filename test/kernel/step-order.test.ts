/**
 * The order of checks of semantics §3.2. Each event here is wrong in several ways at
 * once, so that its one answer shows which question was asked first.
 */
import { describe, expect, test } from 'vitest';
import { task } from '../../machines/task/lifecycle.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { step, type State } from '../../src/kernel/step.ts';

const ONE = '1'.repeat(64);
const OTHER = '2'.repeat(64);
const VERSION = 6;

const context = {
  attempt: 1,
  maxAttempts: 2,
  policy: 'cancellation-wins',
  kind: 'default',
  priority: 0,
  retryOf: null,
  workerId: 'w-1',
  leaseUntilEpochMs: 2_000,
  notBeforeEpochMs: null,
  cancellationSignalId: null,
  cancellationRequester: null,
  cancellationReason: null,
  artifactSha256: null,
  artifactBytes: null,
  terminalErrorCode: null,
};
const still = { lifecycle: 'running', cancellation: 'none', artifact: 'none', recovery: 'steady' };

/** A task written down as it stands, whatever history led to it. */
const standing = (regions: Partial<typeof still>, fields: JsonObject = {}): State => ({
  instanceId: 'task-1',
  version: VERSION,
  machine: task.machine.resolveState({
    value: { ...still, ...regions },
    context: { ...context, ...fields },
  }),
});

const answer = (state: State, type: string, payload: JsonObject, place: Partial<State> = {}) => {
  const { instanceId = 'task-1', version: sequence = VERSION + 1 } = place;
  const verdict = step(task, state, { instanceId, sequence, type, payload });
  return verdict.refused ? verdict.reason : 'accepted';
};

const completed = standing(
  { lifecycle: 'completed', artifact: 'verified' },
  { workerId: null, leaseUntilEpochMs: null, artifactSha256: ONE },
);
const running = standing({});
const cancelling = standing({ cancellation: 'requested' });
const writing = standing({ cancellation: 'requested', artifact: 'writing' });
const verified = standing(
  { cancellation: 'requested', artifact: 'verified' },
  { artifactSha256: ONE, artifactBytes: 3 },
);
/** Waits after its second attempt. */
const waiting = (maxAttempts: number): State =>
  standing(
    { lifecycle: 'queued' },
    {
      attempt: 2,
      maxAttempts,
      workerId: null,
      leaseUntilEpochMs: null,
      notBeforeEpochMs: 5_000,
    },
  );

describe('an event that is wrong in many ways is refused for the first of them', () => {
  const old = { version: VERSION };
  const gap = { version: VERSION + 2 };
  test.each([
    [
      'another instance, before an old sequence',
      'INSTANCE_ID_MISMATCH',
      { ...old, instanceId: 'x' },
    ],
    ['another instance, before a gap', 'INSTANCE_ID_MISMATCH', { ...gap, instanceId: 'x' }],
    ['an old sequence, before the end', 'DUPLICATE_OR_OLD_SEQUENCE', old],
    ['sequence 0, before the end', 'DUPLICATE_OR_OLD_SEQUENCE', { version: 0 }],
    ['a gap, before the end', 'SEQUENCE_GAP', gap],
    ['the end, before a missing place', 'TERMINAL_STATE', {}],
  ])('%s: %s', (_, reason, place) => {
    expect(answer(completed, 'EffectsReconciled', { effectCheck: 'none' }, place)).toBe(reason);
  });

  const unsettled = { attempt: 9, stoppedAtSequence: 1, effectsReconciled: false };
  test.each([
    ['no place in the status', running, 'TaskCancelled', unsettled],
    ['no place in the region', verified, 'ArtifactWriteStarted', { attempt: 9 }],
    ['a type that is unknown', running, 'constructor', {}],
  ])('%s, before every condition: ILLEGAL_TRANSITION', (_, state, type, payload) => {
    expect(answer(state, type, payload)).toBe('ILLEGAL_TRANSITION');
  });
});

interface Ladder {
  readonly row: string;
  readonly type: string;
  /** From all wrong to all right: at each rung one more fault is mended. */
  readonly rungs: readonly (readonly [reason: string, state: State, payload: JsonObject])[];
}

const completion = { attempt: 9, artifactSha256: OTHER, artifactVerified: false };
const failure = { attempt: 9, errorCode: 'E', retryable: false, nextAttempt: 9 };
const last = standing({}, { attempt: 2 });
const start = { attempt: 9, workerId: 'w-2', leaseUntilEpochMs: 9_000, startedAtEpochMs: 4_999 };
const stop = { attempt: 9, stoppedAtSequence: 1, effectsReconciled: false };
const silence = { attempt: 9, observedAtEpochMs: 2_000 };

const ladders: readonly Ladder[] = [
  {
    row: 'TaskStarted while queued',
    type: 'TaskStarted',
    rungs: [
      ['ATTEMPT_MISMATCH', waiting(2), start],
      ['ATTEMPTS_EXHAUSTED', waiting(2), { ...start, attempt: 3 }],
      ['NOT_BEFORE_NOT_REACHED', waiting(3), { ...start, attempt: 3 }],
      ['accepted', waiting(3), { ...start, attempt: 3, startedAtEpochMs: 5_000 }],
    ],
  },
  {
    row: 'TaskCompleted while cancelling',
    type: 'TaskCompleted',
    rungs: [
      ['ATTEMPT_MISMATCH', writing, completion],
      ['ARTIFACT_NOT_VERIFIED', writing, { ...completion, attempt: 1 }],
      ['ARTIFACT_NOT_VERIFIED', writing, { ...completion, attempt: 1, artifactVerified: true }],
      ['ARTIFACT_MISMATCH', verified, { ...completion, attempt: 1, artifactVerified: true }],
      ['CANCELLATION_WINS', verified, { attempt: 1, artifactSha256: ONE, artifactVerified: true }],
    ],
  },
  {
    row: 'AttemptFailed while running',
    type: 'AttemptFailed',
    rungs: [
      ['ATTEMPT_MISMATCH', last, failure],
      ['NOT_RETRYABLE', last, { ...failure, attempt: 2 }],
      ['INVALID_NEXT_ATTEMPT', last, { ...failure, attempt: 2, retryable: true }],
      ['ATTEMPTS_EXHAUSTED', last, { ...failure, attempt: 2, retryable: true, nextAttempt: 3 }],
      ['accepted', running, { ...failure, attempt: 1, retryable: true, nextAttempt: 2 }],
    ],
  },
  {
    row: 'TaskFailed while running',
    type: 'TaskFailed',
    rungs: [
      ['ATTEMPT_MISMATCH', running, { attempt: 9, errorCode: 'E', retryable: true }],
      ['RETRY_REMAINS', running, { attempt: 1, errorCode: 'E', retryable: true }],
      ['accepted', running, { attempt: 1, errorCode: 'E' }],
    ],
  },
  {
    row: 'TaskCancelled while cancelling',
    type: 'TaskCancelled',
    rungs: [
      ['ATTEMPT_MISMATCH', cancelling, stop],
      ['EFFECTS_NOT_RECONCILED', cancelling, { ...stop, attempt: 1 }],
      ['accepted', cancelling, { ...stop, attempt: 1, effectsReconciled: true }],
    ],
  },
  {
    row: 'LeaseExpiredObserved while steady',
    type: 'LeaseExpiredObserved',
    rungs: [
      ['ATTEMPT_MISMATCH', running, silence],
      ['LEASE_NOT_EXPIRED', running, { ...silence, attempt: 1 }],
      ['accepted', running, { attempt: 1, observedAtEpochMs: 2_001 }],
    ],
  },
];

test.each(ladders)('the conditions of $row are asked from left to right', ({ type, rungs }) => {
  expect(rungs.map(([, state, payload]) => answer(state, type, payload))).toEqual(
    rungs.map(([reason]) => reason),
  );
});
