/** The store and the service in this process, without HTTP. */
import { randomUUID } from 'node:crypto';
import { task } from '../../machines/task/lifecycle.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { Committer, defaultLimits } from '../../src/service/committer.ts';
import type { Service } from '../../src/service/service.ts';
import type { Driver } from '../../src/store/driver.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import type { Store } from '../../src/store/port.ts';
import { openSqlStore } from '../../src/store/sql-store.ts';
import { uncounted } from '../support/service.ts';
import type { Lane } from './closed-loop.ts';
import { exampleItem } from './example-item.ts';
import type { Reach } from './task-script.ts';
import type { World } from './world.ts';

export const openStoreOn = async (world: World, driver: Driver): Promise<Store> => {
  const store = await openSqlStore(driver);
  world.onEnd(() => store.close());
  return store;
};

/** A store of its own, on a new database if none is named. */
export const openStore = async (world: World, url?: string): Promise<Store> =>
  openStoreOn(world, await openPostgres(url ?? (await world.newDatabase()), () => {}));

export type Append = (instanceId: string, sequence: number) => Promise<void>;

/** Stores one event through the partition's committer. @throws Error if it is passed over */
export const appendTo = (store: Store): Append => {
  const bytes = JSON.stringify(exampleItem.payload).length;
  const committers = Array.from(
    { length: store.partitions },
    (_, partition) =>
      new Committer(store, partition, defaultLimits, () => Promise.resolve(), uncounted),
  );
  return async (instanceId, sequence) => {
    const item = {
      ...exampleItem,
      instanceId,
      sequence,
      eventId: randomUUID(),
      factKey: `TaskStarted:${sequence}`,
    };
    const stored = await committers[store.partitionOf(instanceId)]?.submit(item, bytes);
    if (stored === null || stored === undefined) throw new Error(`${instanceId} was passed over`);
  };
};

/** Lanes with an instance each, which append one event to it each time they are called. */
export const storeLanes = (store: Store, count: number): Promise<Lane[]> => {
  const append = appendTo(store);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const instanceId = randomUUID();
      let sequence = 0;
      await append(instanceId, sequence);
      return () => append(instanceId, (sequence += 1));
    }),
  );
};

const insist = ({ outcome }: { readonly outcome: string }): void => {
  if (outcome !== 'created' && outcome !== 'accepted') throw new Error(`it was ${outcome}`);
};

/** The service's own functions, with what HTTP would have made of the bodies. */
export const reachOf = (service: Service): Reach => ({
  async create({ taskId, ...sent }) {
    const input = task.creation.input.parse(sent) as JsonObject;
    const by = { lifecycle: task, commandId: null, actor: 'local' };
    insist(await service.create({ ...by, instanceId: taskId as string, input, sent }));
  },
  async command(instanceId, sent) {
    const { type: name, expectedVersion, ...own } = sent;
    const type = name as string;
    const definition = task.commands[type];
    if (definition === undefined) throw new Error(`${type} is no command`);
    const answer = await service.send({
      lifecycle: task,
      instanceId,
      type,
      definition,
      fields: definition.fields.parse(own) as JsonObject,
      commandId: null,
      expectedVersion: Number(expectedVersion),
      expectedStatus: null,
      actor: 'local',
      sent,
    });
    insist(answer);
  },
});
