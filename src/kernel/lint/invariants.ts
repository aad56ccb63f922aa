/**
 * Rule `invariant-broken`: no case breaks an invariant. At run time such a step is refused
 * and logged as a fault of the machine; here the fault is found before it can happen.
 */
import type { Exploration } from '../explore.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { KernelReason } from '../refusal.ts';
import { create, type Verdict } from '../step.ts';
import type { Finding } from './finding.ts';
import { amongTried } from './tried-cases.ts';

const BROKEN: KernelReason = 'INVARIANT_BROKEN';

export const isBroken = (verdict: Verdict): boolean => verdict.refused && verdict.reason === BROKEN;

export const invariants = (lifecycle: Lifecycle, exploration: Exploration): Finding[] => [
  ...lifecycle.cases.creations.flatMap(({ name, payload }): Finding[] => {
    const type = lifecycle.creation.event;
    const verdict = create(lifecycle, { instanceId: 'explored', sequence: 0, type, payload });
    return verdict.refused
      ? [{ rule: 'invariant-broken', where: `creation "${name}"`, says: inWords(verdict.detail) }]
      : [];
  }),
  ...amongTried(lifecycle, exploration, ({ verdict }) =>
    verdict.refused && isBroken(verdict)
      ? { rule: 'invariant-broken', says: inWords(verdict.detail) }
      : null,
  ),
];

const inWords = (detail: string): string => `breaks an invariant (${detail})`;
