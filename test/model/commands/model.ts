/**
 * What the service must know and say, kept beside it: each instance as the judge sees it,
 * and the events that it was told are stored. The commands of this folder ask both and compare.
 */
import { expect } from 'vitest';
import type { JsonObject } from '../../../src/kernel/json.ts';
import type { Fact, Lifecycle } from '../../../src/kernel/lifecycle.ts';
import type { Instance } from '../../../src/service/instance.ts';
import type { Created, Refused, Stored } from '../../../src/service/outcome.ts';
import type { Service } from '../../../src/service/service.ts';
import type { Store } from '../../../src/store/port.ts';
import { serviceOn } from '../../support/service.ts';
import { plain } from '../comparison.ts';
import { judge, judgeCreation, type Judgement, type PlainState } from '../judge/judge.ts';
import { near } from '../random-walks.ts';
import { isTold } from '../stored-facts.ts';

export interface StoredFact extends Fact {
  readonly eventId: string;
}

export interface Modelled {
  readonly instanceId: string;
  readonly state: PlainState;
  /** The creating event first: as long as the version and one more. */
  readonly history: readonly StoredFact[];
}

/** Instances in the order of their creation. Changed by the commands. */
export type Model = Modelled[];

export interface Drawn {
  /** Which instance, counted around. */
  readonly index: number;
  readonly event: Fact;
}

/** The service under test on its store; it can be left and found again as after a crash. */
export class Real {
  readonly lifecycle: Lifecycle;
  readonly store: Store;
  readonly #run: string;
  #service: Service;
  #lastNumber = 0;

  /** `run`: keeps the ids of one run apart from another's on the same store. */
  constructor(lifecycle: Lifecycle, store: Store, run: string) {
    this.lifecycle = lifecycle;
    this.store = store;
    this.#run = run;
    this.#service = serviceOn(store);
  }

  get service(): Service {
    return this.#service;
  }

  newId(): string {
    this.#lastNumber += 1;
    return `${this.#run}-${this.#lastNumber}`;
  }

  /** The service is gone with all it remembers; a new one finds the store. */
  restart(): void {
    this.#service = serviceOn(this.store);
  }

  create(instanceId: string | null, input: JsonObject): Promise<Created | Refused> {
    return this.#service.create({
      lifecycle: this.lifecycle,
      instanceId,
      commandId: null,
      input,
      sent: input,
      actor: 'model',
    });
  }

  deliver(
    instanceId: string,
    fact: Fact,
    eventId: string,
    sequence: number,
    service: Service = this.#service,
  ): Promise<Stored | Refused> {
    return service.deliver({
      lifecycle: this.lifecycle,
      eventId,
      sender: 'model',
      sent: fact.payload,
      fact: { ...fact, instanceId, sequence },
    });
  }
}

/** The drawn instance, and the drawn event as it is about that instance's attempt. */
export const aim = (model: Model, { index, event }: Drawn): { target: Modelled; fact: Fact } => {
  const target = model[index % model.length];
  if (target === undefined) throw new RangeError('there is no instance to aim at');
  return { target, fact: { type: event.type, payload: near(event.payload, target.state.context) } };
};

/** What the specification says of a fact that comes in its turn under an id of its own. */
export const expectedOf = (lifecycle: Lifecycle, target: Modelled, fact: Fact): Judgement => {
  const judgement = judge(lifecycle.name, target.state, fact);
  const isAgain = isTold(lifecycle, target.state.context, fact, target.history);
  return !judgement.accepted && isAgain ? { accepted: false, reason: 'DUPLICATE_FACT' } : judgement;
};

export const created = (
  lifecycle: Lifecycle,
  instanceId: string,
  payload: JsonObject,
): Modelled => ({
  instanceId,
  state: judgeCreation(lifecycle.name, payload),
  history: [{ type: lifecycle.creation.event, payload, eventId: '' }],
});

/** Notes an accepted fact in the model; answers the instance as it is then. */
export const note = (
  model: Model,
  target: Modelled,
  stored: StoredFact,
  next: PlainState,
): Modelled => {
  const now = { ...target, state: next, history: [...target.history, stored] };
  model[model.indexOf(target)] = now;
  return now;
};

/** The answer's instance is the model's, whatever the outcome. */
export const expectInstance = (instance: Instance | null, modelled: Modelled): void => {
  if (instance === null) throw new Error('the answer has no instance');
  expect({
    version: instance.state.version,
    ...plain(instance.lifecycle, instance.state),
  }).toEqual({ version: modelled.history.length - 1, ...modelled.state });
};

/** What is stored is what the model was told, no more and no less; read or folded, it is the state it has. */
export const expectStored = async (real: Real, model: Model): Promise<void> => {
  const { lifecycle, store } = real;
  for (const { instanceId, state, history } of model) {
    const key = { lifecycle: lifecycle.name, instanceId };
    const stored = await store.readHistory(key, -1, 1_000);
    expect(stored.map(({ type, sequence }) => [type, sequence])).toEqual(
      history.map(({ type }, sequence) => [type, sequence]),
    );
    expect(stored.slice(1).map(({ eventId, payload }) => ({ eventId, payload }))).toEqual(
      history.slice(1).map(({ eventId, payload }) => ({ eventId, payload })),
    );
    for (const found of [
      await real.service.load(lifecycle, instanceId),
      await real.service.stateAt(lifecycle, instanceId, history.length - 1),
    ]) {
      if (found === null || !('state' in found)) throw new Error(`${instanceId} is not there`);
      expect(plain(lifecycle, found.state)).toEqual(state);
    }
  }
};

/** The outcome in a word, a refusal by its reason. */
export const wordFor = (answer: Stored | Created | Refused): string =>
  answer.outcome === 'refused' ? answer.reason : answer.outcome;
