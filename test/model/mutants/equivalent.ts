/**
 * The changes by machine that change nothing, each with the reason why no history can
 * show them. Owns the list: what is not in it has to be caught.
 */
interface Reason {
  readonly why: string;
  /** What the change says of itself. */
  readonly says: RegExp;
}

const task: readonly Reason[] = [
  {
    why: 'the deciding region asks these lists in its own state only, and is asked before any follower',
    says: /^may(?!RetryInDoubt)\w+ without "lifecycle in (queued|running)"$/u,
  },
  {
    why: 'AttemptFailed alone leads back to queued, and it asks for an attempt that is left',
    says: /^mayStart (without "attemptIsLeft"|with "dueByNow" before "attemptIsLeft")$/u,
  },
  {
    why: 'both conditions give the same refusal',
    says: /^mayComplete(InRace)? with "artifact in none\|verified" before "artifactWasVerified"$/u,
  },
  {
    why: 'a hash is known only where the artifact is verified, so that one of the two always holds',
    says: /^mayComplete(InRace)? with "artifactIsTheVerifiedOne" before "artifact in none\|verified"$/u,
  },
  {
    why: 'the plain completion is asked first and has the same conditions',
    says: /^mayCompleteInRace without "cancellation in requested"$/u,
  },
  {
    why: 'the failure while cancelling has fewer conditions, the first of them the same',
    says: /^mayFail without "cancellation in none"$/u,
  },
  {
    why: 'a follower: the deciding region has asked all of it but the doubt',
    says: /^mayRetryInDoubt (without (?!"effectsAreInDoubt")|with )/u,
  },
  {
    why: 'the transition has no target, and one to its own state enters and leaves nothing either',
    says: /^lifecycle\.(queued\.on\.EffectsReconciled leading to queued|running\.on\.(CancellationRequested|Artifact\w+|Lease\w+|HumanReview\w+) leading to running)$/u,
  },
  {
    why: 'a follower: the deciding region has asked the same guard',
    says: /^(artifact|recovery)\.\w+\.on\.(?!AttemptFailed)\w+ without its guard$/u,
  },
  {
    why: 'a wish while queued cancels at once, and what is requested is then confirmed',
    says: /^cancellation\.none\.(on\.CancellationRequested without its guard|always leading to requested)$/u,
  },
  {
    why: 'an `always` of the state it leads to goes on to the right one',
    says: /^(cancellation\.requested\.always leading to none|artifact\.(writing|verified|failed)\.always leading to (?!\2$)(writing|verified|failed))$/u,
  },
  {
    why: 'an `always` of the state it leads to goes on to steady, since the work has stopped',
    says: /^recovery\.((suspected|reviewing)\.always|doubtful\.on\.EffectsReconciled) leading to (?!\2$)(suspected|reviewing)$/u,
  },
  {
    why: 'an `always` leads from there to the right start before event 0 is over',
    says: /^(artifact starting in \w+|recovery starting in (suspected|reviewing))$/u,
  },
  {
    why: 'the two have places that exclude each other',
    says: /^lifecycle\.running\.on\.(TaskCompleted|TaskFailed) in another order$/u,
  },
];

const all: Readonly<Record<string, readonly Reason[]>> = { task, alarm: [] };

/** The reason why a change shows in no history; undefined for one that has to be caught. */
export const whyEquivalent = (lifecycle: string, says: string): string | undefined => {
  const reasons = (all[lifecycle] ?? []).filter((reason) => reason.says.test(says));
  if (reasons.length > 1) throw new RangeError(`two reasons for "${says}"`);
  return reasons[0]?.why;
};

export const reasonsFor = (lifecycle: string): readonly Reason[] => all[lifecycle] ?? [];
