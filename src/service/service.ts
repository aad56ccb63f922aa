/** The service, put together: the ways in, the ways to read, and what runs beside them. */
import type { Lifecycle, Settings } from '../kernel/lifecycle.ts';
import type {
  EventRecord,
  InstanceKey,
  ListQuery,
  QuarantineRecord,
  RefusalRecord,
  Store,
} from '../store/port.ts';
import { sendCommand, type SentCommand } from './commands.ts';
import { Committer, defaultLimits } from './committer.ts';
import { create, type SentCreation } from './creation.ts';
import { Heads } from './heads.ts';
import { deliver, type Delivery } from './inbox.ts';
import {
  followFeed,
  readFeed,
  startOf,
  type FeedFilter,
  type FeedPage,
  type Position,
} from './feed.ts';
import { fromRow, type Instance } from './instance.ts';
import { Mailbox } from './mailbox.ts';
import { metered, type Meter } from './meter.ts';
import type { Created, Refused, Stored } from './outcome.ts';
import type { Log, Parts } from './parts.ts';
import { Publisher } from './publisher.ts';
import { stateAt, type Waited } from './reading.ts';
import { RefusalLog } from './refusal-log.ts';
import { readStatistics, STATISTICS, type Statistics } from './statistics.ts';
import { waitFor } from './waiting.ts';

const CACHED_INSTANCES = 20_000;

export interface ServiceOptions {
  readonly store: Store;
  readonly lifecycles: readonly Lifecycle[];
  readonly settings: Settings;
  readonly now: () => number;
  readonly newId: () => string;
  readonly pause: (ms: number) => Promise<void>;
  readonly log: Log;
  readonly meter: Meter;
}

export interface Service {
  readonly lifecycles: readonly Lifecycle[];
  readonly publisher: Publisher;
  create(creation: SentCreation): Promise<Created | Refused>;
  send(command: SentCommand): Promise<Stored | Refused>;
  deliver(delivery: Delivery): Promise<Stored | Refused>;
  load(lifecycle: Lifecycle, instanceId: string): Promise<Instance | null>;
  waitFor(
    lifecycle: Lifecycle,
    instanceId: string,
    waited: Waited,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<Instance | null>;
  stateAt(lifecycle: Lifecycle, instanceId: string, at: number | null): Promise<Instance | Refused>;
  list(lifecycle: Lifecycle, query: Omit<ListQuery, 'lifecycle'>): Promise<Instance[]>;
  readHistory(key: InstanceKey, after: number, limit: number): Promise<EventRecord[]>;
  /** Where a follower begins that knows nothing, and the name of the database that positions are of. */
  readonly feed: { readonly start: Position; readonly epoch: string };
  readFeed(from: Position, filter: FeedFilter, limit: number): Promise<FeedPage>;
  followFeed(
    from: Position,
    filter: FeedFilter,
    limit: number,
    signal: AbortSignal,
  ): AsyncGenerator<FeedPage, void>;
  readRefusals(key: InstanceKey, after: string, limit: number): Promise<RefusalRecord[]>;
  readStatistics(): Promise<Statistics>;
  /** Counts all of history anew. */
  rebuildStatistics(): Promise<void>;
  listQuarantine(after: string, limit: number): Promise<QuarantineRecord[]>;
  /** How much waits here: writes for their commit, refusals to be recorded. */
  queues(): { readonly writes: number; readonly refusals: number; readonly refusalsLost: number };
  /** Asks the database for its time: the proof that it is there. @throws StoreAway */
  readClock(): Promise<number>;
  /** Writes what is buffered. The store is closed by who opened it. */
  stop(): Promise<void>;
}

export const createService = (options: ServiceOptions): Service => {
  const { store, lifecycles, settings, now, newId, pause, log, meter } = options;
  const heads = new Heads(store, CACHED_INSTANCES);
  const publisher = new Publisher();
  const refusals = new RefusalLog(store, (error) =>
    log.warn({ err: error }, 'refusals could not be recorded'),
  );
  const committers = Array.from(
    { length: store.partitions },
    (_, partition) => new Committer(store, partition, defaultLimits, pause, meter),
  );
  const parts: Parts = {
    store,
    heads,
    publisher,
    refusals,
    settings,
    now,
    newId,
    log,
    mailbox: new Mailbox(),
    partitionOf: (instanceId) => store.partitionOf(instanceId),
    committers,
  };
  return {
    lifecycles,
    publisher,
    create: (creation) =>
      metered(
        meter,
        'creation',
        creation.lifecycle.name,
        creation.lifecycle.creation.event,
        create(parts, creation),
      ),
    send: (command) =>
      metered(meter, 'command', command.lifecycle.name, command.type, sendCommand(parts, command)),
    deliver: (delivery) =>
      metered(
        meter,
        'event',
        delivery.lifecycle.name,
        delivery.fact.type,
        deliver(parts, delivery),
      ),
    queues: () => ({
      writes: committers.reduce((sum, { waiting }) => sum + waiting, 0),
      refusals: refusals.waiting,
      refusalsLost: refusals.overflow,
    }),
    load: (lifecycle, instanceId) => heads.load(lifecycle, instanceId),
    waitFor: (...waiting) => waitFor(parts, ...waiting),
    stateAt: (...asked) => stateAt(parts, ...asked),
    async list(lifecycle, query) {
      const rows = await store.listInstances({ ...query, lifecycle: lifecycle.name });
      return rows.map((row) => fromRow(lifecycle, row));
    },
    readHistory: (...page) => store.readHistory(...page),
    feed: { start: startOf(store), epoch: store.epoch },
    readFeed: (...asked) => readFeed(parts, ...asked),
    followFeed: (...asked) => followFeed(parts, ...asked),
    async readRefusals(...page) {
      await refusals.flush();
      return store.readRefusals(...page);
    },
    async readStatistics() {
      await refusals.flush();
      return readStatistics(store);
    },
    rebuildStatistics: () => store.clearStatistics(STATISTICS),
    listQuarantine: (...page) => store.listQuarantine(...page),
    readClock: () => store.readClock(),
    stop: () => refusals.flush(),
  };
};
