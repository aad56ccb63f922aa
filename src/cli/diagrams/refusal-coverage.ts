/**
 * Which of the declared reasons were seen. Owns what is declared: the kernel's own reasons, and
 * those of the conditions that can be an answer, which are the deciding region's.
 */
import type { Chart, ChartArrow } from '../../kernel/drawing/chart.ts';
import type { Exploration } from '../../kernel/explore.ts';
import { kernelReasons } from '../../kernel/refusal.ts';
import { exemptionsFor } from './exempt.ts';

export interface RefusalCoverage {
  /** Every reason that can be an answer, with how often each exploration saw it. */
  readonly reasons: readonly { readonly reason: string; readonly seen: readonly number[] }[];
  readonly exempt: readonly { readonly reason: string; readonly why: string }[];
}

/** The cases do not show a refusal that the lifecycle declares. */
export class UncoveredReason extends Error {
  override readonly name = 'UncoveredReason';

  constructor(lifecycle: string, reason: string, what: string) {
    super(`${lifecycle}: the refusal ${reason} ${what}`);
  }
}

const FOLLOWS =
  'only a region that follows asks for it: where it does not hold, that region stays, and the event is accepted all the same';

/** @throws Error for a reason that is neither seen nor exempt, or both */
export const refusalCoverage = (
  chart: Chart,
  explorations: readonly Exploration[],
): RefusalCoverage => {
  const answers = reasonsOf(chart, true);
  const followed = new Set(reasonsOf(chart, false));
  const silent = [...followed].filter((reason) => !answers.includes(reason));
  const declared = [...new Set([...Object.keys(kernelReasons), ...answers])];
  const seen = explorations.map(countReasons);
  const counted = declared.map((reason) => ({
    reason,
    seen: seen.map((counts) => counts.get(reason) ?? 0),
  }));
  const met = counted.filter((each) => each.seen.some((count) => count > 0));
  const unmet = counted.filter((each) => !met.includes(each)).map(({ reason }) => reason);
  const exempt = exemptionsFor(chart, unmet);
  for (const { reason } of met)
    if (exempt[reason] !== undefined)
      throw new UncoveredReason(chart.name, reason, 'is met, though exempt.ts says that none can');
  return {
    reasons: met,
    exempt: [
      ...unmet.map((reason) => {
        const why = exempt[reason];
        if (why === undefined)
          throw new UncoveredReason(
            chart.name,
            reason,
            'is met by no case: add one to `cases.events` whose payload fails this condition alone',
          );
        return { reason, why };
      }),
      ...silent.map((reason) => ({ reason, why: FOLLOWS })),
    ],
  };
};

/** Of the arrows that decide, or of those that follow an event. */
const reasonsOf = ({ regions }: Chart, decides: boolean): string[] =>
  regions
    .filter((region) => region.decides === decides)
    .flatMap(({ arrows }) => arrows.filter(({ event }) => event !== null))
    .flatMap(({ conditions }: ChartArrow) => conditions.map(({ refusal }) => refusal));

const countReasons = ({ tried }: Exploration): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { verdict } of tried)
    if (verdict.refused) counts.set(verdict.reason, (counts.get(verdict.reason) ?? 0) + 1);
  return counts;
};
