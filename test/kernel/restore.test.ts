/**
 * A stored state is read back, or refused. The danger: XState takes almost anything for a
 * snapshot, enters a region that is new, starts over where a state is gone, and says
 * nothing; a stored instance silently becomes another one.
 */
import { describe, expect, test } from 'vitest';
import { alarm } from '../../machines/alarm/lifecycle.ts';
import { task } from '../../machines/task/lifecycle.ts';
import type { Json, JsonObject } from '../../src/kernel/json.ts';
import type { Lifecycle } from '../../src/kernel/lifecycle.ts';
import { persist, restore, UnreadableState } from '../../src/kernel/machine.ts';
import { create } from '../../src/kernel/step.ts';

const storedState = (lifecycle: Lifecycle): JsonObject => {
  const [first] = lifecycle.cases.creations;
  const type = lifecycle.creation.event;
  const born = create(lifecycle, {
    instanceId: 'i',
    sequence: 0,
    type,
    payload: first?.payload ?? {},
  });
  if (born.refused) throw new Error(born.reason);
  return JSON.parse(JSON.stringify(persist(lifecycle, born.state.machine))) as JsonObject;
};

const sound = storedState(task);
const regions = sound['value'] as JsonObject;
const { recovery: _, ...oneRegionLess } = regions;

describe('the stored state of a task', () => {
  test('is read back as it was', () => {
    expect(JSON.parse(JSON.stringify(persist(task, restore(task, sound))))).toEqual(sound);
  });

  test.each<[string, Json]>([
    ['nothing', null],
    ['a word', 'queued'],
    ['a list', [sound]],
    ['an object without a value', { status: 'active', context: {} }],
    ['the state of an alarm', storedState(alarm)],
    ['a state that the machine does not have', { ...sound, value: { ...regions, lifecycle: 'x' } }],
    ['a region less than the machine has', { ...sound, value: oneRegionLess }],
    ['a region more than the machine has', { ...sound, value: { ...regions, other: 'on' } }],
    ['one state instead of regions', { ...sound, value: 'queued' }],
    ['a context that is no object', { ...sound, context: 'none' }],
    ['a machine that was stopped', { ...sound, status: 'stopped' }],
    ['a machine that failed', { ...sound, status: 'error' }],
  ])('is not read from %s', (__, stored) => {
    expect(() => restore(task, stored)).toThrow(UnreadableState);
  });
});
