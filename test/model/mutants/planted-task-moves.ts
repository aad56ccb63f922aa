/** Mistakes that a person could make in the task's transitions and in what they write, one at a time. */
import { forgetting, put, removed, rewritten } from './edits.ts';
import type { Change } from './mutate.ts';

const LIFECYCLE = 'states.lifecycle.states';
const RUNNING = `${LIFECYCLE}.running`;
const CANCELLATION = 'states.cancellation.states';
const ARTIFACT = 'states.artifact.states';
const RECOVERY = 'states.recovery.states';

const inArrows: readonly Change[] = [
  {
    says: 'a failed task is cancelled',
    config: put(`${RUNNING}.on.TaskFailed.0`, 'target', 'cancelled'),
  },
  {
    says: 'a cancelled task is failed',
    config: put(`${RUNNING}.on.TaskCancelled`, 'target', 'failed'),
  },
  {
    says: 'a completion cannot win a race',
    config: put(`${RUNNING}.on`, 'TaskCompleted', [
      { guard: 'mayComplete', target: 'completed', actions: 'keepResult' },
    ]),
  },
  {
    says: 'a wish to cancel moves lifecycle at once',
    config: put(`${RUNNING}.on.CancellationRequested`, 'target', 'cancelled'),
  },
  {
    says: 'a transition of lifecycle aims into another region and resets the rest',
    config: put(`${RUNNING}.on.CancellationRequested`, 'target', '#task.cancellation.requested'),
  },
  {
    says: 'a follower moves on an event of its own',
    config: put(`${ARTIFACT}.none`, 'on', { TaskStarted: 'writing' }),
  },
  {
    says: 'a follower moves where lifecycle stays',
    config: put(`${RECOVERY}.steady.on`, 'ArtifactFailed', { target: 'reviewing' }),
  },
  {
    says: 'a follower does not hear of the wish',
    config: removed(`${CANCELLATION}.none`, 'on'),
  },
  {
    says: 'a stop is never confirmed',
    config: removed(`${CANCELLATION}.requested`, 'always'),
  },
  {
    says: 'a stop before the start is never confirmed',
    config: removed(`${CANCELLATION}.none`, 'always'),
  },
  { says: 'a completion verifies nothing', config: removed(`${ARTIFACT}.none`, 'always') },
  {
    says: 'the next attempt finds the artifact of the last',
    config: removed(`${ARTIFACT}.verified`, 'always'),
  },
  {
    says: 'an ended task stays suspected',
    config: removed(`${RECOVERY}.suspected`, 'always'),
  },
  {
    says: 'an ended task stays in review',
    config: removed(`${RECOVERY}.reviewing`, 'always'),
  },
  {
    says: 'doubt stays when the next attempt takes over',
    config: removed(`${RECOVERY}.doubtful.on`, 'TaskStarted'),
  },
  {
    says: 'a failed task can be started again',
    config: put(LIFECYCLE, 'failed', {
      on: { TaskStarted: { target: 'running', actions: 'takeLease' } },
    }),
  },
];

const inWrites: readonly Change[] = [
  { says: 'an ended attempt keeps its worker', config: removed(RUNNING, 'exit') },
  {
    says: 'an ended attempt keeps its lease',
    writes: forgetting('releaseWorker', 'leaseUntilEpochMs'),
  },
  {
    says: 'a retry keeps the hash of the last attempt',
    writes: forgetting('awaitRetry', 'artifactSha256'),
  },
  {
    says: 'a retry keeps the size of the last artifact',
    writes: forgetting('awaitRetry', 'artifactBytes'),
  },
  {
    says: 'a retry keeps the last time to wait for',
    writes: forgetting('awaitRetry', 'notBeforeEpochMs'),
  },
  { says: 'a start does not count', writes: forgetting('takeLease', 'attempt') },
  {
    says: 'a start clears the time to wait for',
    writes: rewritten('takeLease', () => ({ notBeforeEpochMs: null })),
  },
  {
    says: 'a renewed lease is not written down',
    writes: forgetting('renewLease', 'leaseUntilEpochMs'),
  },
  {
    says: 'the wish has no author',
    writes: forgetting('rememberCancellation', 'cancellationRequester'),
  },
  {
    says: 'a completion forgets a size already known',
    writes: rewritten('keepResult', ({ event }) => ({
      artifactBytes: event['artifactBytes'] ?? null,
    })),
  },
  {
    says: 'a failure forgets the artifact',
    writes: rewritten('rememberFailure', () => ({ artifactSha256: null })),
  },
  { says: 'a failure has no code', writes: forgetting('rememberFailure', 'terminalErrorCode') },
  { says: 'cancelling is shown as running', lifecycle: { status: (at) => at['lifecycle'] ?? '' } },
  { says: 'a race is won without evidence', lifecycle: { evidence: () => ({}) } },
];

export const plantedInTaskMoves: readonly Change[] = [...inArrows, ...inWrites];
