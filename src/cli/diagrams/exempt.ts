/**
 * Reasons that no exploration can meet, each with why that is so and what meets them instead.
 * A reason that is neither seen nor listed here stops the generation, and so does one that is both.
 */
import { statesOf, type Chart } from '../../kernel/drawing/chart.ts';

export type Exemptions = Readonly<Record<string, string>>;

const always: Exemptions = {
  INSTANCE_ID_MISMATCH:
    'exploration names the right instance; `test/model/numbering.test.ts` names a wrong one',
  DUPLICATE_OR_OLD_SEQUENCE:
    'exploration numbers rightly; `test/model/numbering.test.ts` sends every event under old numbers',
  SEQUENCE_GAP:
    'exploration numbers rightly; `test/model/numbering.test.ts` sends every event too early',
  INVARIANT_BROKEN:
    'the lint refuses a lifecycle in which a path leads to it; `test/kernel/step-invariant.test.ts` has an unsound one',
};

const hasFinals = ({ regions }: Chart): boolean =>
  regions.some(({ decides, states }) => decides && statesOf(states).some(({ final }) => final));

/** `unseen`: what an exploration of everything did not meet. */
export const exemptionsFor = (chart: Chart, unseen: readonly string[]): Exemptions => ({
  ...always,
  ...(hasFinals(chart) ? {} : { TERMINAL_STATE: 'it has no final state' }),
  // Every event was tried in every state, so that this is what not meeting it means.
  ...(unseen.includes('ILLEGAL_TRANSITION')
    ? { ILLEGAL_TRANSITION: 'every event has a place in every status that is not final' }
    : {}),
});
