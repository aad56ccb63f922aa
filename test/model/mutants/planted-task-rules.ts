/** Mistakes that a person could make in the task's conditions, one at a time. */
import { changed, dropped, reordered, retested } from './edits.ts';
import type { Change } from './mutate.ts';

export const plantedInTaskRules: readonly Change[] = [
  {
    says: 'the policy is read the wrong way round',
    lists: retested('completionWins', ({ context }) => context['policy'] !== 'completion-wins'),
  },
  {
    says: 'the policy is ignored in the race',
    lists: dropped('mayCompleteInRace', 'completionWins'),
  },
  {
    says: 'an unverified artifact completes the task',
    lists: dropped('mayComplete', 'artifactWasVerified'),
  },
  {
    says: 'another artifact than the verified one completes the task',
    lists: dropped('mayComplete', 'artifactIsTheVerifiedOne'),
  },
  {
    says: 'a task completes while its artifact is being written',
    lists: dropped('mayComplete', 'artifact in none|verified'),
  },
  {
    says: 'a completion of any attempt counts',
    lists: dropped('mayComplete', 'attemptMatches'),
  },
  {
    says: 'an event of a later attempt counts',
    lists: retested(
      'attemptMatches',
      ({ context, event }) => Number(event['attempt']) >= Number(context['attempt']),
    ),
  },
  {
    says: 'an attempt may be skipped at the start',
    lists: retested(
      'attemptIsNext',
      ({ context, event }) => Number(event['attempt']) > Number(context['attempt']),
    ),
  },
  {
    says: 'a start at the very time is too early',
    lists: retested(
      'dueByNow',
      ({ context, event }) =>
        context['notBeforeEpochMs'] === null ||
        Number(event['startedAtEpochMs'] ?? 0) > Number(context['notBeforeEpochMs']),
    ),
  },
  {
    says: 'a start without a time is late enough',
    lists: retested(
      'dueByNow',
      ({ context, event }) =>
        Number(event['startedAtEpochMs'] ?? Infinity) >= Number(context['notBeforeEpochMs']),
    ),
  },
  {
    says: 'one attempt more than allowed is promised',
    lists: retested(
      'attemptRemains',
      ({ context }) => Number(context['attempt']) <= Number(context['maxAttempts']),
    ),
  },
  {
    says: 'a retryable failure is never final, not even of the last attempt',
    lists: retested('noRetryRemains', ({ event }) => event['retryable'] !== true),
  },
  {
    says: 'a failure that says nothing of a retry counts as retryable',
    lists: retested(
      'noRetryRemains',
      ({ context, event }) =>
        event['retryable'] === false || context['attempt'] === context['maxAttempts'],
    ),
  },
  {
    says: 'a failed attempt is retried while cancelling',
    lists: dropped('mayRetry', 'cancellation in none'),
  },
  {
    says: 'a running task is cancelled without a wish',
    lists: dropped('mayConfirmCancellation', 'cancellation in requested'),
  },
  {
    says: 'a cancellation is confirmed before effects are reconciled',
    lists: dropped('mayConfirmCancellation', 'effectsAreReconciled'),
  },
  {
    says: 'a second wish to cancel is taken',
    lists: dropped('mayRequestCancellation', 'cancellation in none'),
  },
  {
    says: 'a queued task in doubt is cancelled',
    lists: dropped('mayCancelQueued', 'recovery in steady|suspected|reviewing'),
  },
  {
    says: 'a lease is over at its last millisecond',
    lists: retested(
      'leaseHasRunOut',
      ({ context, event }) =>
        Number(event['observedAtEpochMs']) >=
        Number(event['leaseUntilEpochMs'] ?? context['leaseUntilEpochMs']),
    ),
  },
  {
    says: 'the lease that was observed is ignored',
    lists: retested(
      'leaseHasRunOut',
      ({ context, event }) =>
        Number(event['observedAtEpochMs']) > Number(context['leaseUntilEpochMs']),
    ),
  },
  {
    says: 'every failed attempt leaves effects in doubt',
    lists: retested('effectsAreInDoubt', () => true),
  },
  {
    says: 'no failed attempt leaves effects in doubt',
    lists: retested('effectsAreInDoubt', () => false),
  },
  {
    says: 'writing starts over a verified artifact',
    lists: changed('artifact in none|failed', {
      test: { region: 'artifact', in: ['none', 'failed', 'verified'] },
    }),
  },
  {
    says: 'a suspected worker cannot be handed to a person',
    lists: changed('recovery in steady|suspected', {
      test: { region: 'recovery', in: ['steady'] },
    }),
  },
  {
    says: 'a lost race is refused with the wrong word',
    lists: changed('completionWins', { refusal: 'TERMINAL_STATE' }),
  },
  {
    says: 'the policy is asked before the artifact',
    lists: reordered('mayCompleteInRace', 'completionWins', 'artifactWasVerified'),
  },
  {
    says: 'attempts left are counted before the failure is understood',
    lists: reordered('mayRetry', 'attemptRemains', 'retryable'),
  },
];
