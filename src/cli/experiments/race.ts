/** A cancellation and a completion, both decided on version 8. The first one wins; what the second may still do is the policy's. */
import type { JsonObject } from '../../kernel/json.ts';
import type { Evidence } from './evidence.ts';
import { pick, type Answer, type Laboratory } from './laboratory.ts';

const HASH = 'a'.repeat(64);

/** Seven commands that keep the task running: it is at version 8 then. */
const toVersionEight: readonly JsonObject[] = [
  { type: 'StartTask', workerId: 'worker-1' },
  ...[1, 2, 3].flatMap(() => [
    { type: 'RequestReview', reason: 'look at it' },
    { type: 'ResolveReview', decision: 'go on' },
  ]),
  { type: 'RecoverArtifact', attempt: 1, artifactSha256: HASH, artifactBytes: 3 },
];

const play = async (
  lab: Laboratory,
  evidence: Evidence,
  policy: string,
  afterRace: JsonObject,
): Promise<void> => {
  const task = `/v1/tasks/race-${policy}`;
  const send = (command: JsonObject, expectedVersion: number): Promise<Answer> =>
    lab.post(`${task}/commands`, { ...command, expectedVersion });
  await lab.post('/v1/tasks', { taskId: `race-${policy}`, policy });
  let version = 0;
  for (const command of toVersionEight) {
    await send(command, version);
    version += 1;
  }
  evidence.expect(
    `${policy}: before the race`,
    { http: 200, status: 'running', version: 8 },
    pick(await lab.get(task), 'status', 'version'),
  );
  const complete = {
    type: 'CompleteTask',
    attempt: 1,
    artifactSha256: HASH,
    artifactVerified: true,
  };
  const cancel = { type: 'RequestCancellation', requester: 'user', reason: 'no longer needed' };
  evidence.expect(
    `${policy}: the cancellation, decided on 8, comes first`,
    { http: 200, 'task.status': 'cancelling', 'task.version': 9 },
    pick(await send(cancel, 8), 'task.status', 'task.version'),
  );
  evidence.expect(
    `${policy}: the completion, decided on 8 as well`,
    { http: 409, code: 'VERSION_CONFLICT', 'task.version': 9 },
    pick(await send(complete, 8), 'code', 'task.version'),
  );
  evidence.expect(
    `${policy}: decided again, on 9`,
    afterRace,
    pick(
      await send(complete, 9),
      'code',
      'task.status',
      'task.version',
      'evidence.completionWonCancellationRace',
    ),
  );
};

export const race = async (lab: Laboratory, evidence: Evidence): Promise<void> => {
  await play(lab, evidence, 'completion-wins', {
    http: 200,
    code: null,
    'task.status': 'completed',
    'task.version': 10,
    'evidence.completionWonCancellationRace': true,
  });
  await play(lab, evidence, 'cancellation-wins', {
    http: 409,
    code: 'CANCELLATION_WINS',
    'task.status': 'cancelling',
    'task.version': 9,
    'evidence.completionWonCancellationRace': null,
  });
};
