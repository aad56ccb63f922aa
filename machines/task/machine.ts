/**
 * The task's statechart. Four regions; `lifecycle` decides and the others follow:
 * they react to a shared event under the same guard, or settle by an `always` on
 * what lifecycle has become. Conditions and actions are named here and written
 * down next door.
 */
import { setup } from 'xstate';
import { guardsOf } from '../../src/kernel/condition.ts';
import { writing } from '../../src/kernel/writing.ts';
import * as actions from './actions.ts';
import { conditions } from './conditions.ts';
import { initialContext, type TaskContext, type TaskInput } from './context.ts';
import type { TaskEvent } from './events.ts';

const written = writing<TaskContext, TaskEvent>();

export const machine = setup({
  types: {
    context: {} as TaskContext,
    events: {} as TaskEvent,
    input: {} as TaskInput,
  },
  guards: guardsOf(conditions),
  actions: {
    takeLease: written(actions.takeLease),
    releaseWorker: written(actions.releaseWorker),
    rememberCancellation: written(actions.rememberCancellation),
    keepResult: written(actions.keepResult),
    keepArtifact: written(actions.keepArtifact),
    awaitRetry: written(actions.awaitRetry),
    rememberFailure: written(actions.rememberFailure),
    renewLease: written(actions.renewLease),
  },
}).createMachine({
  id: 'task',
  type: 'parallel',
  context: ({ input }) => initialContext(input),
  states: {
    lifecycle: {
      initial: 'queued',
      states: {
        queued: {
          description: 'Waits for a worker.',
          on: {
            TaskStarted: {
              description: 'A worker takes the next attempt.',
              guard: 'mayStart',
              target: 'running',
              actions: 'takeLease',
            },
            CancellationRequested: {
              description: 'Nothing runs, so the wish is the fact.',
              guard: 'mayCancelQueued',
              target: 'cancelled',
              actions: 'rememberCancellation',
            },
            EffectsReconciled: {
              description: 'The lost attempt left nothing unsettled.',
              guard: 'mayReconcile',
            },
          },
        },
        running: {
          description: 'A worker holds the attempt.',
          exit: 'releaseWorker',
          on: {
            CancellationRequested: {
              description: 'The wish is recorded; the worker is still at work.',
              guard: 'mayRequestCancellation',
              actions: 'rememberCancellation',
            },
            TaskCompleted: [
              {
                description: 'The work is done.',
                guard: 'mayComplete',
                target: 'completed',
                actions: 'keepResult',
              },
              {
                description:
                  'The work was done before it could be stopped, and the policy counts it.',
                guard: 'mayCompleteInRace',
                target: 'completed',
                actions: 'keepResult',
              },
            ],
            AttemptFailed: {
              description: 'The attempt failed; another may follow.',
              guard: 'mayRetry',
              target: 'queued',
              actions: 'awaitRetry',
            },
            TaskFailed: [
              {
                description: 'The work failed for good.',
                guard: 'mayFail',
                target: 'failed',
                actions: 'rememberFailure',
              },
              {
                description: 'The work failed while it was being stopped.',
                guard: 'mayFailCancelling',
                target: 'failed',
                actions: 'rememberFailure',
              },
            ],
            TaskCancelled: {
              description: 'Execution has stopped and its effects are settled.',
              guard: 'mayConfirmCancellation',
              target: 'cancelled',
            },
            ArtifactWriteStarted: {
              description: 'The result is being written.',
              guard: 'mayStartArtifact',
            },
            ArtifactVerified: {
              description: 'The result is written and checked.',
              guard: 'mayVerifyArtifact',
              actions: 'keepArtifact',
            },
            ArtifactFailed: {
              description: 'The result could not be written.',
              guard: 'mayFailArtifact',
            },
            ArtifactRecovered: {
              description: 'A result of this attempt was found and checked.',
              guard: 'mayRecoverArtifact',
              actions: 'keepArtifact',
            },
            LeaseExpiredObserved: {
              description: 'The worker has been silent for too long.',
              guard: 'mayObserveExpiry',
            },
            LeaseRenewed: {
              description: 'The worker is alive after all.',
              guard: 'mayRenewLease',
              actions: 'renewLease',
            },
            HumanReviewRequested: {
              description: 'A person has to look.',
              guard: 'mayRequestReview',
            },
            HumanReviewResolved: {
              description: 'A person has decided.',
              guard: 'mayResolveReview',
            },
          },
        },
        completed: { type: 'final', description: 'Done, with a verified artifact.' },
        failed: { type: 'final', description: 'Failed for good.' },
        cancelled: { type: 'final', description: 'Stopped, with no effect under way.' },
      },
    },
    cancellation: {
      initial: 'none',
      states: {
        none: {
          on: {
            CancellationRequested: {
              description: 'The wish is known.',
              guard: 'mayRequestCancellation',
              target: 'requested',
            },
          },
          always: {
            description: 'It was stopped before it ran.',
            guard: 'workWasCancelled',
            target: 'confirmed',
          },
        },
        requested: {
          always: {
            description: 'It has stopped.',
            guard: 'workWasCancelled',
            target: 'confirmed',
          },
        },
        confirmed: {},
      },
    },
    artifact: {
      initial: 'none',
      states: {
        none: {
          on: {
            ArtifactWriteStarted: {
              description: 'Writing begins.',
              guard: 'mayStartArtifact',
              target: 'writing',
            },
            ArtifactRecovered: {
              description: 'A result was found.',
              guard: 'mayRecoverArtifact',
              target: 'verified',
            },
          },
          always: {
            description: 'The completion brought the verified result.',
            guard: 'workWasCompleted',
            target: 'verified',
          },
        },
        writing: {
          on: {
            ArtifactVerified: {
              description: 'The hash is right.',
              guard: 'mayVerifyArtifact',
              target: 'verified',
            },
            ArtifactFailed: {
              description: 'Writing failed.',
              guard: 'mayFailArtifact',
              target: 'failed',
            },
            ArtifactRecovered: {
              description: 'A result was found.',
              guard: 'mayRecoverArtifact',
              target: 'verified',
            },
          },
          always: {
            description: 'The next attempt starts without a result.',
            guard: 'workWaits',
            target: 'none',
          },
        },
        verified: {
          always: {
            description: 'The next attempt starts without a result.',
            guard: 'workWaits',
            target: 'none',
          },
        },
        failed: {
          on: {
            ArtifactWriteStarted: {
              description: 'Writing begins again.',
              guard: 'mayStartArtifact',
              target: 'writing',
            },
            ArtifactRecovered: {
              description: 'A result was found.',
              guard: 'mayRecoverArtifact',
              target: 'verified',
            },
          },
          always: {
            description: 'The next attempt starts without a result.',
            guard: 'workWaits',
            target: 'none',
          },
        },
      },
    },
    recovery: {
      initial: 'steady',
      states: {
        steady: {
          on: {
            LeaseExpiredObserved: {
              description: 'The worker is silent.',
              guard: 'mayObserveExpiry',
              target: 'suspected',
            },
            HumanReviewRequested: {
              description: 'A person has to look.',
              guard: 'mayRequestReview',
              target: 'reviewing',
            },
            AttemptFailed: {
              description: 'It may have left effects behind.',
              guard: 'mayRetryInDoubt',
              target: 'doubtful',
            },
          },
        },
        suspected: {
          on: {
            LeaseRenewed: {
              description: 'The worker is alive.',
              guard: 'mayRenewLease',
              target: 'steady',
            },
            HumanReviewRequested: {
              description: 'A person has to look.',
              guard: 'mayRequestReview',
              target: 'reviewing',
            },
            AttemptFailed: {
              description: 'It may have left effects behind.',
              guard: 'mayRetryInDoubt',
              target: 'doubtful',
            },
          },
          always: {
            description: 'The attempt is over.',
            guard: 'workHasStopped',
            target: 'steady',
          },
        },
        reviewing: {
          on: {
            HumanReviewResolved: {
              description: 'A person has decided.',
              guard: 'mayResolveReview',
              target: 'steady',
            },
            AttemptFailed: {
              description: 'It may have left effects behind.',
              guard: 'mayRetryInDoubt',
              target: 'doubtful',
            },
          },
          always: {
            description: 'The attempt is over.',
            guard: 'workHasStopped',
            target: 'steady',
          },
        },
        doubtful: {
          on: {
            EffectsReconciled: {
              description: 'Nothing is unsettled.',
              guard: 'mayReconcile',
              target: 'steady',
            },
            TaskStarted: {
              description: 'The next attempt takes over.',
              guard: 'mayStart',
              target: 'steady',
            },
          },
        },
      },
    },
  },
});
