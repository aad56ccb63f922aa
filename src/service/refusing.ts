/** Turns the kernel's refusals into answers, and records the answers that are refusals. */
import { read } from '../kernel/step.ts';
import type { Refusal } from '../kernel/refusal.ts';
import type { InstanceKey } from '../store/port.ts';
import type { Instance } from './instance.ts';
import type { Refused } from './outcome.ts';
import type { Parts } from './parts.ts';

export const asRefused = ({ reason, detail }: Refusal, instance: Instance): Refused => ({
  outcome: 'refused',
  reason,
  detail,
  instance,
  more: {},
});

/** What was sent, as far as the record of a refusal tells it: never its payload. */
export interface Sent extends InstanceKey {
  readonly type: string;
  readonly sentId: string | null;
  readonly actor: string;
}

/** Answers that say nothing about the instance's rules: counted, not recorded. */
const UNRECORDED = new Set([
  'VERSION_CONFLICT',
  'INSTANCE_UNKNOWN',
  'EXPECTED_VERSION_REQUIRED',
  'EXPECTED_STATUS_REQUIRED',
  'SEQUENCE_UNKNOWN',
]);

/** Keeps a refusal beside the instance's history, and answers it unchanged. */
export const recorded = (parts: Parts, sent: Sent, refusal: Refused): Refused => {
  const { instance, reason, detail } = refusal;
  if (reason === 'INVARIANT_BROKEN')
    parts.log.error(
      { lifecycle: sent.lifecycle, instanceId: sent.instanceId, type: sent.type, detail },
      'the machine would have broken an invariant',
    );
  if (instance === null || UNRECORDED.has(reason)) return refusal;
  const { status, regions } = read(instance.lifecycle, instance.state);
  parts.refusals.add({
    ...sent,
    refusalId: parts.newId(),
    reason,
    detail,
    evidence: {
      lifecycleVersion: instance.lifecycle.version,
      version: instance.state.version,
      previousStatus: status,
      previousRegions: regions,
    },
    refusedAt: Math.floor(parts.now()),
  });
  return refusal;
};
