/**
 * What the service asks of a store, and the failures it has to expect. The one
 * implementation is SQL; two engines run it.
 */
import type { Json, JsonObject } from '../kernel/json.ts';

/** Names an instance: ids are unique within a lifecycle. */
export interface InstanceKey {
  readonly lifecycle: string;
  readonly instanceId: string;
}

/** A stored event. Times are milliseconds since 1970 by the database's clock. */
export interface EventRecord extends InstanceKey {
  readonly partition: number;
  readonly sequence: number;
  readonly feedOffset: number;
  readonly eventId: string;
  readonly type: string;
  readonly payload: JsonObject;
  /** Of the event: lifecycle, instance, sequence, type and payload. */
  readonly payloadSha256: string;
  /** Of what was sent under the event's or the command's id. */
  readonly requestSha256: string;
  readonly evidence: JsonObject;
  readonly commandId: string | null;
  /** Set for a business fact: true once per instance. */
  readonly factKey: string | null;
  readonly actor: string;
  readonly lifecycleVersion: number;
  readonly recordedAt: number;
}

/** An instance as its last event left it. */
export interface InstanceRow extends InstanceKey {
  readonly lifecycleVersion: number;
  readonly status: string;
  readonly version: number;
  /** XState's persisted snapshot. */
  readonly state: Json;
  /** The payload of event 0. */
  readonly input: JsonObject;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** One event to be stored with the state it leads to; sequence 0 creates the instance. */
export type CommitItem = Omit<EventRecord, 'recordedAt' | 'feedOffset' | 'partition'> &
  Pick<InstanceRow, 'status'> & { readonly state: JsonObject };

/** The item's index in its group, for each one that was stored. */
export interface Committed {
  readonly index: number;
  readonly recordedAt: number;
  readonly feedOffset: number;
}

export interface RefusalRecord extends InstanceKey {
  /** UUIDv7: sorts by time. */
  readonly refusalId: string;
  /** The type of command or event that was refused. */
  readonly type: string;
  /** The command's or event's id, if it had one. */
  readonly sentId: string | null;
  readonly reason: string;
  readonly detail: string;
  readonly evidence: JsonObject;
  readonly actor: string;
  readonly refusedAt: number;
}

export interface SetAside extends InstanceKey {
  readonly quarantineId: string;
  readonly eventId: string;
  readonly sequence: number;
  readonly type: string;
  readonly payload: JsonObject;
  readonly reason: string;
  readonly sender: string;
}

export interface QuarantineRecord extends SetAside {
  readonly times: number;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
}

export interface ListQuery {
  readonly lifecycle: string;
  readonly status: string | null;
  /** Fields of the input that must be equal. */
  readonly where: JsonObject | null;
  /** The last row of the page before: newest first. */
  readonly after: { readonly createdAt: number; readonly instanceId: string } | null;
  readonly limit: number;
}

/** Which events a follower wants; null: of every lifecycle, of every type. */
export interface FeedFilter {
  readonly lifecycle: string | null;
  readonly type: string | null;
}

/** What a partition has behind an offset. */
export interface FeedSlice {
  readonly partition: number;
  /** In the order of their offsets, the next ones behind the offset. */
  readonly records: readonly EventRecord[];
  /** The partition's last offset at the moment of reading: what is not in `records` up to there was not wanted or not fetched. */
  readonly reached: number;
}

export interface StatusStatistics {
  readonly lifecycle: string;
  readonly status: string;
  /** Instances that are in it. */
  readonly present: number;
  /** How often it was left, and how long those were in it, together. */
  readonly departed: number;
  readonly spentMs: number;
}

export interface RefusalCount {
  readonly lifecycle: string;
  readonly reason: string;
  readonly times: number;
}

export interface Store {
  readonly partitions: number;
  /** Names this database; another one, or the same one made anew, has another. */
  readonly epoch: string;
  partitionOf(instanceId: string): number;
  /**
   * Stores the items of one partition whose version still holds, as one atomic unit.
   * @throws StatementFailed, StoreAway
   */
  commit(partition: number, items: readonly CommitItem[]): Promise<Committed[]>;
  loadInstance(key: InstanceKey): Promise<InstanceRow | null>;
  listInstances(query: ListQuery): Promise<InstanceRow[]>;
  findEvent(eventId: string): Promise<EventRecord | null>;
  findCommand(key: InstanceKey, commandId: string): Promise<EventRecord | null>;
  findFact(key: InstanceKey, factKey: string): Promise<EventRecord | null>;
  /** Events with a sequence above `after`, in order. */
  readHistory(key: InstanceKey, after: number, limit: number): Promise<EventRecord[]>;
  /**
   * The next events of every partition, at most `limit` of each. `after`: by partition, the
   * last offset that is known; offsets begin with 1 and have no holes.
   */
  readFeed(after: readonly number[], filter: FeedFilter, limit: number): Promise<FeedSlice[]>;
  /** By partition, the last offset that a follower has worked through; it begins with 0 everywhere. */
  readCheckpoints(follower: string): Promise<number[]>;
  /** By partition, the last offset there is. */
  readFeedHeads(): Promise<number[]>;
  /** Works a partition's events from one offset to another in; does nothing if the follower does not stand at `from`. */
  applyStatistics(follower: string, partition: number, from: number, to: number): Promise<void>;
  clearStatistics(follower: string): Promise<void>;
  readStatistics(): Promise<StatusStatistics[]>;
  countRefusals(): Promise<RefusalCount[]>;
  recordRefusals(refusals: readonly RefusalRecord[]): Promise<void>;
  readRefusals(key: InstanceKey, after: string, limit: number): Promise<RefusalRecord[]>;
  forgetRefusals(days: number): Promise<void>;
  setAside(delivery: SetAside): Promise<void>;
  listQuarantine(after: string, limit: number): Promise<QuarantineRecord[]>;
  /** Milliseconds since 1970 by the database's clock. */
  readClock(): Promise<number>;
  /** What an engine has to do when there is nothing else to do. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

/** The database could not be reached, or the connection was lost. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway';
  /** True if a statement may have reached the database before the connection was lost. */
  readonly maybeDone: boolean;

  constructor(maybeDone: boolean, cause: unknown) {
    super('the database cannot be reached', { cause });
    this.maybeDone = maybeDone;
  }
}

export type StatementFault = 'unique' | 'transient' | 'other';

/** The database answered a statement with an error; nothing of it was done. */
export class StatementFailed extends Error {
  override readonly name = 'StatementFailed';
  readonly fault: StatementFault;
  readonly constraint: string | null;

  constructor(fault: StatementFault, constraint: string | null, cause: unknown) {
    super(`the database refused a statement${constraint === null ? '' : ` (${constraint})`}`, {
      cause,
    });
    this.fault = fault;
    this.constraint = constraint;
  }
}
