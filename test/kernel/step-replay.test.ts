/**
 * While stored history is replayed a refusal is damage: `fold` stops at it and says
 * where and why, and never skips.
 */
import { describe, expect, test } from 'vitest';
import { task } from '../../machines/task/lifecycle.ts';
import { DamagedHistory, fold, replay } from '../../src/kernel/fold.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { Reading } from '../../src/kernel/lifecycle.ts';
import { read, type SequencedFact, type State } from '../../src/kernel/step.ts';

const at = (sequence: number, type: string, payload: JsonObject): SequencedFact => ({
  instanceId: 'task-1',
  sequence,
  type,
  payload,
});
const lease = { workerId: 'w-1', leaseUntilEpochMs: 60_000 };
const creation = {
  policy: 'completion-wins',
  maxAttempts: 3,
  kind: 'default',
  payload: null,
  priority: 0,
};

const created = at(0, 'TaskCreated', creation);
const started = at(1, 'TaskStarted', { attempt: 1, ...lease });
const writing = at(2, 'ArtifactWriteStarted', { attempt: 1 });
const unwritten = at(3, 'ArtifactFailed', { attempt: 1, errorCode: 'E' });
const sound = [created, started, writing, unwritten];

const damageOf = (history: readonly SequencedFact[]): unknown => {
  try {
    return fold(task, history);
  } catch (error) {
    return error;
  }
};

describe('a history is refused where it is damaged', () => {
  test.each<[string, number, string, readonly SequencedFact[]]>([
    ['a type that is unknown', 2, 'UNKNOWN_TYPE', [created, started, at(2, 'TaskPaused', {})]],
    [
      'a type that every object inherits',
      2,
      'UNKNOWN_TYPE',
      [created, started, at(2, 'constructor', {})],
    ],
    ['an unknown creation', 0, 'UNKNOWN_TYPE', [at(0, 'JobCreated', creation)]],
    ['a creation that lacks a field', 0, 'INVALID_PAYLOAD', [at(0, 'TaskCreated', {})]],
    [
      'a payload that lacks a field',
      1,
      'INVALID_PAYLOAD',
      [created, at(1, 'TaskStarted', { attempt: 1 })],
    ],
    [
      'a payload with a field too many',
      2,
      'INVALID_PAYLOAD',
      [created, started, at(2, 'ArtifactWriteStarted', { attempt: 1, extra: true })],
    ],
    [
      'an event that a condition refuses',
      1,
      'ATTEMPT_MISMATCH',
      [created, at(1, 'TaskStarted', { attempt: 2, ...lease }), writing],
    ],
    [
      'an event without a place',
      1,
      'ILLEGAL_TRANSITION',
      [created, at(1, 'ArtifactWriteStarted', { attempt: 1 })],
    ],
    [
      'an event after the end',
      3,
      'TERMINAL_STATE',
      [created, started, at(2, 'TaskFailed', { attempt: 1, errorCode: 'E' }), unwritten],
    ],
    ['a gap', 3, 'SEQUENCE_GAP', [created, started, unwritten]],
    [
      'an event that stands there twice',
      1,
      'DUPLICATE_OR_OLD_SEQUENCE',
      [created, started, started],
    ],
    [
      'an event of another instance',
      1,
      'INSTANCE_ID_MISMATCH',
      [created, { ...started, instanceId: 'task-2' }],
    ],
    ['a missing creation', 1, 'ILLEGAL_TRANSITION', [started]],
    ['a late creation', 1, 'ILLEGAL_TRANSITION', [{ ...created, sequence: 1 }]],
    ['a second creation', 1, 'ILLEGAL_TRANSITION', [created, { ...created, sequence: 1 }]],
  ])('%s: event %i, %s', (_, sequence, reason, history) => {
    const damage = damageOf(history);
    expect(damage).toBeInstanceOf(DamagedHistory);
    expect(damage).toMatchObject({ sequence, reason });
  });
});

test('damage stops the replay: what follows is not even read', () => {
  const taken: number[] = [];
  const history = function* (): Generator<SequencedFact> {
    for (const fact of [created, unwritten, writing]) {
      taken.push(fact.sequence);
      yield fact;
    }
  };
  expect(() => fold(task, history())).toThrow(DamagedHistory);
  expect(taken).toEqual([0, 3]);
});

const told = (state: State | null): Reading | null => state && read(task, state);

test('a sound history gives the same state in one piece, in two pieces and event by event', () => {
  const whole = told(fold(task, sound));
  expect(whole).toMatchObject({ version: 3, status: 'running', regions: { artifact: 'failed' } });
  for (let cut = 0; cut <= sound.length; cut += 1)
    expect(told(fold(task, sound.slice(cut), fold(task, sound.slice(0, cut))))).toEqual(whole);
  const single = sound.reduce<State | null>((state, fact) => replay(task, state, fact), null);
  expect(told(single)).toEqual(whole);
});

test('no events at all are no state', () => {
  expect(fold(task, [])).toBeNull();
});
