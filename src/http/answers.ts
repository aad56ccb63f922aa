/** From the service's outcomes to HTTP's answers. */
import type { Response } from 'express';
import type { JsonObject } from '../kernel/json.ts';
import { camelCase } from '../kernel/names.ts';
import { view, type Instance } from '../service/instance.ts';
import type { Created, Refused, Stored } from '../service/outcome.ts';
import { eventView } from '../service/reading.ts';
import { etagOf } from './headers.ts';
import { Problem, sendProblem } from './problem.ts';
import { createdStatus, ok, statusOf } from './statuses.ts';

const current = (instance: Instance | null): JsonObject =>
  instance === null ? {} : { [camelCase(instance.lifecycle.name)]: view(instance) };

const tag = (response: Response, instance: Instance | null): void => {
  if (instance !== null) response.setHeader('ETag', etagOf(instance.state.version));
};

/**
 * The answer to a write. Express would look for ETags and for what a GET might spare, and
 * make a buffer of the text; as one string with its headers it is one write to the socket.
 */
const sendWritten = (response: Response, status: number, body: JsonObject): void => {
  const text = JSON.stringify(body);
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
};

export const sendInstance = (response: Response, instance: Instance, whole: boolean): void => {
  tag(response, instance);
  response.status(ok).json(view(instance, whole));
};

/** A status and a body: what a single call answers, and a line of a bulk delivery. */
export interface Said {
  readonly status: number;
  readonly body: JsonObject;
}

export const sayCreated = ({ outcome, instance }: Created): Said => {
  const created = outcome === 'created';
  return { status: created ? createdStatus : ok, body: { created, ...current(instance) } };
};

export const sayStored = ({ outcome, record, instance }: Stored): Said => {
  const event = eventView(record);
  return {
    status: ok,
    body: {
      outcome,
      changed: outcome === 'accepted',
      event,
      evidence: event['evidence'] ?? null,
      ...current(instance),
    },
  };
};

/** `byHeader`: the version that did not hold came from If-Match. */
export const toRefusal = (refusal: Refused, byHeader = false): Problem => {
  const { reason, detail, instance, more } = refusal;
  const status =
    byHeader && reason === 'VERSION_CONFLICT' ? statusOf('PRECONDITION_FAILED') : statusOf(reason);
  return new Problem(reason, detail, { ...more, ...current(instance) }, status);
};

export const sendCreated = (response: Response, answer: Created): void => {
  const { lifecycle, state } = answer.instance;
  const { status, body } = sayCreated(answer);
  tag(response, answer.instance);
  response.setHeader('Location', `/v1/${lifecycle.collection}/${state.instanceId}`);
  sendWritten(response, status, body);
};

export const sendStored = (response: Response, answer: Stored): void => {
  const { status, body } = sayStored(answer);
  tag(response, answer.instance);
  sendWritten(response, status, body);
};

export const sendRefused = (response: Response, refusal: Refused, byHeader = false): void => {
  tag(response, refusal.instance);
  sendProblem(response, toRefusal(refusal, byHeader));
};
