/** The ways into the product that generated paths take: the service on its store, and HTTP. */
import { readConfig } from '../../../src/cli/config.ts';
import { openStore } from '../../../src/cli/open-store.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import type { Fact, Lifecycle } from '../../../src/kernel/lifecycle.ts';
import { camelCase } from '../../../src/kernel/names.ts';
import { read } from '../../../src/kernel/step.ts';
import type { Created, Refused, Stored } from '../../../src/service/outcome.ts';
import type { Client } from '../../support/client.ts';
import type { Environment } from '../../support/server.ts';
import { serviceOn, silent } from '../../support/service.ts';

export interface Answer {
  /** `accepted`, `duplicate`, or the reason of the refusal. */
  readonly outcome: string;
  readonly status: string;
  readonly version: number;
}

export interface Layer {
  /** Answers the id of a new instance. */
  create(lifecycle: Lifecycle, payload: JsonObject): Promise<string>;
  deliver(
    lifecycle: Lifecycle,
    instanceId: string,
    fact: Fact,
    eventId: string,
    sequence: number,
  ): Promise<Answer>;
  close(): Promise<void>;
}

const toAnswer = (answer: Stored | Created | Refused): Answer => {
  if (answer.instance === null) throw new Error('the answer has no instance');
  const { lifecycle, state } = answer.instance;
  return {
    outcome: answer.outcome === 'refused' ? answer.reason : answer.outcome,
    status: read(lifecycle, state).status,
    version: state.version,
  };
};

export const serviceLayer = async (
  environment: Environment,
  lifecycles: readonly Lifecycle[],
): Promise<Layer> => {
  const store = await openStore(readConfig(environment), silent);
  const service = serviceOn(store, lifecycles);
  return {
    async create(lifecycle, input) {
      const answer = await service.create({
        lifecycle,
        input,
        sent: input,
        instanceId: null,
        commandId: null,
        actor: 'path',
      });
      if (answer.outcome !== 'created') throw new Error(`not created: ${answer.outcome}`);
      return answer.instance.state.instanceId;
    },
    deliver: async (lifecycle, instanceId, fact, eventId, sequence) =>
      toAnswer(
        await service.deliver({
          lifecycle,
          eventId,
          sender: 'path',
          sent: fact.payload,
          fact: { ...fact, instanceId, sequence },
        }),
      ),
    async close() {
      await service.stop();
      await store.close();
    },
  };
};

export const httpLayer = (client: Client): Layer => ({
  async create({ collection, name, idField }, payload) {
    const answer = await client.post(`/v1/${collection}`, payload);
    if (answer.at('created') !== true) throw new Error(`not created: ${answer.status}`);
    return answer.text(`${camelCase(name)}.${idField}`);
  },
  async deliver({ collection, name }, instanceId, { type, payload }, eventId, sequence) {
    const answer = await client.post(`/v1/${collection}/${instanceId}/events`, {
      ...payload,
      type,
      eventId,
      sequence,
    });
    return {
      outcome: answer.text('outcome') + answer.text('code'),
      status: answer.text(`${camelCase(name)}.status`),
      version: Number(answer.at(`${camelCase(name)}.version`)),
    };
  },
  close: () => Promise.resolve(),
});
