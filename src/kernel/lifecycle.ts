/**
 * The contract of a lifecycle: everything the service needs to know about one
 * kind of thing. A folder below `machines/` exports one value of this type; the
 * kernel, the store and the HTTP API are written against it and know no
 * lifecycle by name.
 */
import type { AnyStateMachine } from 'xstate';
import type { ZodObject, ZodType } from 'zod';
import type { Condition } from './condition.ts';
import type { JsonObject } from './json.ts';
import type { Refusal } from './refusal.ts';
import type { Regions } from './regions.ts';

export const roles = ['viewer', 'worker', 'operator', 'admin'] as const;
export type Role = (typeof roles)[number];

/** A fact, or a candidate for one: past tense, not yet numbered. */
export interface Fact {
  readonly type: string;
  readonly payload: JsonObject;
}

/** What the machine and the store know of an instance, in one reading. */
export interface Reading<C = JsonObject> {
  readonly instanceId: string;
  readonly version: number;
  readonly status: string;
  readonly regions: Regions;
  readonly context: C;
}

/** Everything outside the state that a decision may use. All of it is an argument. */
export interface Circumstances {
  /** Milliseconds since 1970, by the database's clock. */
  readonly now: number;
  readonly actor: string;
  /** A fresh id, for what the caller left to the service. */
  readonly newId: () => string;
  readonly settings: Settings;
}

/** Defaults that the operator of the service may choose. */
export interface Settings {
  readonly defaultPolicy: 'completion-wins' | 'cancellation-wins';
  readonly leaseMs: number;
}

export interface CommandDefinition {
  readonly says: string;
  /** The command's own fields, without type, id and precondition. */
  readonly fields: ZodType;
  readonly roles: readonly Role[];
  /** The types of event it may yield. */
  readonly yields: readonly string[];
  /** The reasons that `decide` itself refuses with; those of the conditions are the event's. */
  readonly refuses?: readonly string[];
  decide(reading: Reading, fields: JsonObject, circumstances: Circumstances): Fact | Refusal;
}

export interface EventDefinition {
  readonly says: string;
  readonly payload: ZodType;
  /** Who may deliver it under an id and sequence of its own; left out: who may send a command that yields it. */
  readonly deliveredBy?: readonly Role[];
  /**
   * Set for a business fact, one that can be true once per `per` of the instance:
   * the payload fields that the service fills do not make it a different fact.
   */
  readonly once?: { readonly per: string; readonly except?: readonly string[] };
}

export interface Creation {
  readonly event: string;
  readonly says: string;
  /** The body of a creating call, without the instance's id. */
  readonly input: ZodType;
  readonly roles: readonly Role[];
  /** Fields of the event kept beside the machine, never in its context. */
  readonly beside: readonly string[];
  /** The business key from which the id is derived; then creating again always returns what exists. */
  readonly key?: (input: JsonObject) => readonly string[];
  decide(input: JsonObject, circumstances: Circumstances): JsonObject;
}

export interface Invariant {
  readonly name: string;
  holds(reading: Reading): boolean;
}

/** One payload for one type of event, tried in every state that generated paths reach. */
export interface EventCase {
  readonly name: string;
  readonly type: string;
  payload(reading: Reading): JsonObject;
}

export interface Cases {
  /** Payloads of the creating event; exploration starts once from each. */
  readonly creations: readonly { readonly name: string; readonly payload: JsonObject }[];
  readonly events: readonly EventCase[];
}

export interface Lifecycle {
  /** Singular, lower case: `task`. */
  readonly name: string;
  readonly version: number;
  /** The path of its collection: `tasks`. */
  readonly collection: string;
  /** The name its id has in answers: `taskId`. */
  readonly idField: string;
  readonly machine: AnyStateMachine;
  /** The region that decides; left out for a machine without regions. */
  readonly decidingRegion?: string;
  /** Guard name → its conditions, in the order in which they are refused. */
  readonly conditions: Readonly<Record<string, readonly Condition[]>>;
  readonly creation: Creation;
  readonly events: Readonly<Record<string, EventDefinition>>;
  readonly commands: Readonly<Record<string, CommandDefinition>>;
  readonly statuses: readonly string[];
  status(regions: Regions): string;
  /** What a command names of the state it was decided on; `status` only where every command leaves it for good. */
  readonly decidedOn: 'version' | 'status';
  readonly invariants: readonly Invariant[];
  /** The state as callers see it, without id, status, version, regions and times. */
  view(context: JsonObject): JsonObject;
  /** The shape of what `view` gives, for the API's description. */
  readonly viewFields?: ZodObject;
  /** Fields of the creating event by which a list may be narrowed. */
  readonly filters?: readonly string[];
  /** Extra evidence of a step, such as the outcome of a race. */
  evidence?(before: Reading, fact: Fact): JsonObject;
  /** Who was first, in business words, for the loser of a race. */
  tellChange?(context: JsonObject, status: string): string;
  readonly cases: Cases;
}

/**
 * Writes a command down with its own types and gives it in the erased form of the contract:
 * what the schema parsed is what `decide` receives.
 */
export const commandsOf =
  <C>() =>
  <F>(definition: {
    readonly says: string;
    readonly fields: ZodType<F>;
    readonly roles: readonly Role[];
    readonly yields: readonly string[];
    readonly refuses?: readonly string[];
    readonly decide: (
      reading: Reading<C>,
      fields: F,
      circumstances: Circumstances,
    ) => Fact | Refusal;
  }): CommandDefinition => ({
    ...definition,
    decide: (reading, fields, circumstances) =>
      definition.decide(reading as unknown as Reading<C>, fields as unknown as F, circumstances),
  });
