/** Commit items for the store's tests: the least that the port takes, each field open to change. */
import { randomUUID } from 'node:crypto';
import type { CommitItem, RefusalRecord, SetAside, Store } from '../../src/store/port.ts';

export const itemOf = (
  instanceId: string,
  sequence: number,
  changes: Partial<CommitItem> = {},
): CommitItem => ({
  lifecycle: 'task',
  instanceId,
  sequence,
  eventId: randomUUID(),
  type: sequence === 0 ? 'Opened' : 'Moved',
  payload: { n: sequence },
  payloadSha256: 'payload',
  requestSha256: 'request',
  evidence: { nextStatus: 'open' },
  commandId: null,
  factKey: null,
  actor: 'tester',
  lifecycleVersion: 1,
  status: 'open',
  state: { value: 'open', context: { n: sequence } },
  ...changes,
});

/** New ids that are placed in one partition, or in any other one. */
export const idsIn = (store: Store, partition: number, count: number): string[] => {
  const found: string[] = [];
  while (found.length < count) {
    const id = randomUUID();
    if (store.partitionOf(id) === partition) found.push(id);
  }
  return found;
};

export const keyOf = (instanceId: string) => ({ lifecycle: 'task', instanceId });

/** Creates an instance and moves it on until it has this version. */
export const storeInstance = async (
  store: Store,
  instanceId: string,
  version = 0,
  changes: Partial<CommitItem> = {},
): Promise<void> => {
  for (let sequence = 0; sequence <= version; sequence += 1)
    await store.commit(store.partitionOf(instanceId), [itemOf(instanceId, sequence, changes)]);
};

export const refusalOf = (
  refusalId: string,
  instanceId: string,
  refusedAt = Date.now(),
): RefusalRecord => ({
  ...keyOf(instanceId),
  refusalId,
  type: 'Move',
  sentId: null,
  reason: 'ILLEGAL_TRANSITION',
  detail: 'not now',
  evidence: { version: 3 },
  actor: 'tester',
  refusedAt,
});

export const deliveryOf = (quarantineId: string, instanceId: string): SetAside => ({
  ...keyOf(instanceId),
  quarantineId,
  eventId: randomUUID(),
  sequence: 4,
  type: 'Moved',
  payload: { to: 'somewhere' },
  reason: 'HISTORY_CONFLICT',
  sender: 'outside',
});
