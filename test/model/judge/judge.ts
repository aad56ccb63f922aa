/**
 * The second opinion: what the specification says of an event in a state, by tables
 * written by hand from semantics §3 and §4. Owns the choice of the table. Shares no
 * code with the machines and none with the kernel.
 */
import type { JsonObject } from '../../../src/kernel/json.ts';
import { alarmTable, openedAlarm } from './alarm-table.ts';
import {
  judgeBy,
  rowFor,
  type Judgement,
  type PlainEvent,
  type PlainState,
  type Table,
} from './row.ts';
import { createdTask } from './task-fields.ts';
import { taskTable } from './task-table.ts';

export type { Judgement, PlainEvent, PlainState } from './row.ts';

/** A table with its fields' types forgotten: the names of fields are all that callers need. */
type Book = {
  readonly table: Table<JsonObject>;
  readonly created: (payload: JsonObject) => PlainState;
};

const books: Readonly<Record<string, Book>> = {
  task: { table: taskTable, created: createdTask } as unknown as Book,
  alarm: { table: alarmTable, created: openedAlarm } as unknown as Book,
};

const bookOf = (lifecycle: string): Book => {
  const book = books[lifecycle];
  if (book === undefined) throw new RangeError(`the judge has no table for ${lifecycle}`);
  return book;
};

/** True for the lifecycles that the specification has a table for. */
export const knows = (lifecycle: string): boolean => Object.hasOwn(books, lifecycle);

export const judge = (lifecycle: string, state: PlainState, event: PlainEvent): Judgement =>
  judgeBy(bookOf(lifecycle).table, state, event);

/** The state that the creating event gives. */
export const judgeCreation = (lifecycle: string, payload: JsonObject): PlainState =>
  bookOf(lifecycle).created(payload);

/** True if an event of this type has a place in this state, whatever its payload. */
export const judgePlace = (lifecycle: string, state: PlainState, type: string): boolean =>
  rowFor(bookOf(lifecycle).table, state, type) !== undefined;

export const tableOf = (lifecycle: string): Table<JsonObject> => bookOf(lifecycle).table;
