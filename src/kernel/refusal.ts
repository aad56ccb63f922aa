/**
 * A refusal is a value: a reason word for programs and a sentence for people.
 * The reasons here are the kernel's own; a lifecycle's conditions bring theirs.
 */
export const kernelReasons = {
  INSTANCE_ID_MISMATCH: 'The event belongs to another instance.',
  DUPLICATE_OR_OLD_SEQUENCE: 'The sequence is already taken in this history.',
  SEQUENCE_GAP: 'An earlier event is missing.',
  TERMINAL_STATE: 'The instance has ended; no event leaves a final status.',
  ILLEGAL_TRANSITION: 'The event has no place in the present status.',
  INVARIANT_BROKEN: 'The step would break an invariant of the lifecycle; nothing was stored.',
} as const;

export type KernelReason = keyof typeof kernelReasons;

export interface Refusal {
  readonly refused: true;
  readonly reason: string;
  readonly detail: string;
}

export const refuse = (reason: string, detail: string): Refusal => ({
  refused: true,
  reason,
  detail,
});

export const refuseAs = (reason: KernelReason, detail = ''): Refusal =>
  refuse(reason, detail === '' ? kernelReasons[reason] : `${kernelReasons[reason]} ${detail}`);
