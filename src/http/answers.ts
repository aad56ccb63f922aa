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

export const sendCreated = (response: Response, answer: Created): void => {
  const { lifecycle, state } = answer.instance;
  const created = answer.outcome === 'created';
  tag(response, answer.instance);
  response.setHeader('Location', `/v1/${lifecycle.collection}/${state.instanceId}`);
  sendWritten(response, created ? createdStatus : ok, { created, ...current(answer.instance) });
};

export const sendStored = (response: Response, { outcome, record, instance }: Stored): void => {
  tag(response, instance);
  const event = eventView(record);
  sendWritten(response, ok, {
    outcome,
    changed: outcome === 'accepted',
    event,
    evidence: event['evidence'] ?? null,
    ...current(instance),
  });
};

/** `byHeader`: the version that did not hold came from If-Match. */
export const sendRefused = (response: Response, refusal: Refused, byHeader = false): void => {
  const { reason, detail, instance, more } = refusal;
  tag(response, instance);
  const status =
    byHeader && reason === 'VERSION_CONFLICT' ? statusOf('PRECONDITION_FAILED') : statusOf(reason);
  sendProblem(response, new Problem(reason, detail, { ...more, ...current(instance) }, status));
};
