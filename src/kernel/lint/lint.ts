/**
 * The lint of one lifecycle, run when it is loaded: first what is written, then what is drawn,
 * then, if the drawing can be trusted, everything its cases can reach. Owns the order.
 */
import type { Exploration } from '../explore.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { actions } from './actions.ts';
import { agreement } from './agreement.ts';
import { caseCoverage } from './case-coverage.ts';
import { casePayloads } from './case-payloads.ts';
import { commandYields } from './command-yields.ts';
import { decidingRegion } from './deciding-region.ts';
import { descriptions } from './descriptions.ts';
import { eventNames } from './event-names.ts';
import { eventUse } from './event-use.ts';
import { exploreOnce, isExploration } from './exploration.ts';
import { finals } from './finals.ts';
import type { Finding } from './finding.ts';
import { guards } from './guards.ts';
import { invariants } from './invariants.ts';
import { naming } from './naming.ts';
import { places } from './places.ts';
import { schemas } from './schemas.ts';
import { boundSettling } from './settling.ts';
import { statusToken } from './status-token.ts';
import { statuses } from './statuses.ts';
import { supported } from './supported.ts';
import { targets } from './targets.ts';
import { views } from './views.ts';

type StaticRule = (lifecycle: Lifecycle) => Finding[];
type ExhaustiveRule = (lifecycle: Lifecycle, exploration: Exploration) => Finding[];

/** What is written about a lifecycle; a fault here does not spoil what exploration finds. */
const written: readonly StaticRule[] = [
  naming,
  eventNames,
  commandYields,
  schemas,
  descriptions,
  caseCoverage,
];
/** What is drawn; with a fault here, exploration would only repeat it in stranger words. */
const drawn: readonly StaticRule[] = [
  decidingRegion,
  supported,
  eventUse,
  targets,
  finals,
  guards,
  actions,
  places,
];
const exhaustive: readonly ExhaustiveRule[] = [
  casePayloads,
  invariants,
  statuses,
  agreement,
  statusToken,
  views,
];

/**
 * All faults of a lifecycle; none means that it may be served. Bounds the machine's settling
 * in place, which its later steps rely on (see settling.ts).
 */
export const lint = (lifecycle: Lifecycle): Finding[] => {
  boundSettling(lifecycle.machine);
  const inWriting = written.flatMap((rule) => rule(lifecycle));
  const inDrawing = drawn.flatMap((rule) => rule(lifecycle));
  return [...inWriting, ...inDrawing, ...(inDrawing.length === 0 ? byExhaustion(lifecycle) : [])];
};

const byExhaustion = (lifecycle: Lifecycle): Finding[] => {
  const result = exploreOnce(lifecycle);
  return isExploration(result) ? exhaustive.flatMap((rule) => rule(lifecycle, result)) : [result];
};
