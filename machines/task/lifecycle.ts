/** A task, tied together for the service: what it is called, how it is seen, and what must always hold of it. */
import { defineLifecycle } from '../../src/kernel/define-lifecycle.ts';
import type { Reading } from '../../src/kernel/lifecycle.ts';
import type { Regions } from '../../src/kernel/regions.ts';
import { cases } from './cases.ts';
import { commands, creationInput } from './commands.ts';
import { conditions } from './conditions.ts';
import { contextFields, type TaskContext } from './context.ts';
import { events, type TaskEvent } from './events.ts';
import { machine } from './machine.ts';

const always = (name: string, holds: (regions: Regions, context: TaskContext) => boolean) => ({
  name,
  holds: ({ regions, context }: Reading<TaskContext>) => holds(regions, context),
});

const implies = (a: boolean, b: boolean): boolean => !a || b;
const ended = ['completed', 'failed', 'cancelled'];

const invariants = [
  always('completed has a verified artifact with a hash', (at, { artifactSha256 }) =>
    implies(
      at['lifecycle'] === 'completed',
      at['artifact'] === 'verified' && artifactSha256 !== null,
    ),
  ),
  always(
    'cancelled exactly when the cancellation is confirmed',
    (at) => (at['lifecycle'] === 'cancelled') === (at['cancellation'] === 'confirmed'),
  ),
  always('queued has no cancellation, artifact, worker or lease', (at, context) =>
    implies(
      at['lifecycle'] === 'queued',
      at['cancellation'] === 'none' &&
        at['artifact'] === 'none' &&
        (at['recovery'] === 'steady' || at['recovery'] === 'doubtful') &&
        context.workerId === null &&
        context.leaseUntilEpochMs === null,
    ),
  ),
  always('running exactly when a worker holds a lease', (at, context) => {
    const running = at['lifecycle'] === 'running';
    return (
      running === (context.workerId !== null) &&
      running === (context.leaseUntilEpochMs !== null) &&
      implies(running, context.attempt >= 1)
    );
  }),
  always(
    'an ended task is steady, and only a queued one is doubtful',
    (at) =>
      implies(ended.includes(at['lifecycle'] ?? ''), at['recovery'] === 'steady') &&
      implies(at['recovery'] === 'doubtful', at['lifecycle'] === 'queued'),
  ),
  always(
    'failed exactly when it has an error code',
    (at, { terminalErrorCode }) => (at['lifecycle'] === 'failed') === (terminalErrorCode !== null),
  ),
  always(
    'the attempt is within maxAttempts',
    (_, { attempt, maxAttempts }) => attempt <= maxAttempts,
  ),
];

export const task = defineLifecycle<TaskContext, TaskEvent>({
  name: 'task',
  machine,
  decidingRegion: 'lifecycle',
  conditions,
  creation: {
    event: 'TaskCreated',
    says: 'Create a task that waits for a worker.',
    input: creationInput,
    roles: ['worker', 'operator', 'admin'],
    beside: ['payload'],
    decide: (input, { settings }) => ({ policy: settings.defaultPolicy, ...input }),
  },
  events,
  commands,
  statuses: ['queued', 'running', 'cancelling', 'completed', 'failed', 'cancelled'],
  status: (at) =>
    at['lifecycle'] === 'running' && at['cancellation'] === 'requested'
      ? 'cancelling'
      : (at['lifecycle'] ?? ''),
  invariants,
  viewFields: contextFields,
  filters: ['kind'],
  evidence: ({ status }, { type }) =>
    type === 'TaskCompleted' ? { completionWonCancellationRace: status === 'cancelling' } : {},
  cases,
});
