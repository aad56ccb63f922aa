/** From the service's outcomes to HTTP's answers. */
import type { Response } from 'express';
import type { JsonObject } from '../kernel/json.ts';
import { camelCase } from '../kernel/names.ts';
import { view, type Instance } from '../service/instance.ts';
import type { Created, Refused, Stored } from '../service/outcome.ts';
import { evidenceView, eventView } from '../service/reading.ts';
import { etagOf } from './headers.ts';
import { Problem, sendProblem } from './problem.ts';
import { createdStatus, ok, statusOf } from './statuses.ts';

const current = (instance: Instance | null): JsonObject =>
  instance === null ? {} : { [camelCase(instance.lifecycle.name)]: view(instance) };

const tag = (response: Response, instance: Instance | null): void => {
  if (instance !== null) response.set('ETag', etagOf(instance.state.version));
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

export const sayStored = ({ outcome, record, instance }: Stored): Said => ({
  status: ok,
  body: {
    outcome,
    changed: outcome === 'accepted',
    event: eventView(record),
    evidence: evidenceView(record),
    ...current(instance),
  },
});

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
  response
    .status(status)
    .set('Location', `/v1/${lifecycle.collection}/${state.instanceId}`)
    .json(body);
};

export const sendStored = (response: Response, answer: Stored): void => {
  const { status, body } = sayStored(answer);
  tag(response, answer.instance);
  response.status(status).json(body);
};

export const sendRefused = (response: Response, refusal: Refused, byHeader = false): void => {
  tag(response, refusal.instance);
  sendProblem(response, toRefusal(refusal, byHeader));
};
