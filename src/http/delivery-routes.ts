/**
 * `POST /v1/deliveries`: any number of creations, commands and events in one request, a
 * line each, answered in order while they come in. A broken line is answered, and the
 * rest goes on.
 */
import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import type { Log } from '../service/parts.ts';
import type { Service } from '../service/service.ts';
import type { Said } from './answers.ts';
import { caller } from './credentials.ts';
import { answerLine, lineShape, MAX_LINE_BYTES } from './delivery-line.ts';
import { linesOf, type Line } from './ndjson.ts';
import { Problem } from './problem.ts';
import type { Route } from './route.ts';
import { Spool } from './spool.ts';
import { isSuccess, ok } from './statuses.ts';

const NDJSON = 'application/x-ndjson';
const MEDIA = /^application\/(?:x-)?(?:ndjson|jsonl|json-lines)\s*(?:;|$)/iu;
/** Lines under way at once: enough to fill the groups of every committer. */
const WINDOW = 512;

/** The last line of the answer. */
interface Summary {
  /** True if every line was read. */
  readonly done: boolean;
  readonly lines: number;
  readonly succeeded: number;
  readonly failed: number;
}

const requireNdjson: RequestHandler = (request, _response, next) => {
  if (!MEDIA.test(request.headers['content-type'] ?? ''))
    throw new Problem('NOT_JSON', `Send the body as ${NDJSON}.`);
  next();
};

/** With `Prefer: return=minimal` (RFC 7240) only what failed is answered. */
const isMinimal = (request: Request): boolean =>
  /(?:^|[,;\s])return\s*=\s*"?minimal"?(?:[,;\s]|$)/iu.test(
    String(request.headers['prefer'] ?? ''),
  );

export const deliveryRoutes = (service: Service, stopping: AbortSignal, log: Log): Route[] => [
  {
    method: 'post',
    path: '/v1/deliveries',
    tag: 'deliveries',
    says: 'Creations, commands and events of any lifecycles, a line each; answered in order, each line as its single call would be, and a summary at the end.',
    takes: { media: NDJSON, read: [requireNdjson], shape: lineShape },
    answers: { [ok]: z.string() },
    media: NDJSON,
    problems: ['NOT_JSON'],
    async handle(request, response) {
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      const minimal = isMinimal(request);
      response.status(ok).set('Content-Type', NDJSON);
      if (minimal) response.set('Preference-Applied', 'return=minimal');
      response.flushHeaders();
      const spool = new Spool(response);
      const who = caller(response);
      const answer = (line: Line): Promise<Said> =>
        answerLine(service, line.bytes, who, (error) => log.error({ err: error }, 'INTERNAL'));
      const ends = AbortSignal.any([stopping, gone.signal]);
      try {
        const tell = (said: object): Promise<void> => spool.write(`${JSON.stringify(said)}\n`);
        await tell(await answerAll(lines(request, ends), answer, tell, minimal));
        await spool.end(gone.signal);
      } finally {
        await spool.close();
      }
    },
  },
];

/** Starts each line as it comes, up to a window, and tells the answers in their order. */
const answerAll = async (
  from: AsyncGenerator<Line, boolean>,
  answer: (line: Line) => Promise<Said>,
  tell: (said: object) => Promise<void>,
  minimal: boolean,
): Promise<Summary> => {
  const summary = { lines: 0, succeeded: 0, failed: 0 };
  const told: Promise<void>[] = [];
  let last = Promise.resolve();
  for (;;) {
    const step = await from.next();
    if (step.done === true) {
      await last;
      return { done: step.value, ...summary };
    }
    const { number } = step.value;
    const answering = answer(step.value);
    last = last.then(async () => {
      const { status, body } = await answering;
      summary.lines += 1;
      summary[isSuccess(status) ? 'succeeded' : 'failed'] += 1;
      if (!minimal || !isSuccess(status)) await tell({ line: number, status, ...body });
    });
    told.push(last);
    if (told.length >= WINDOW) await told.shift();
  }
};

/** The body's lines; answers whether it was read to its end, or the caller went or the service stops. */
async function* lines(request: Request, ends: AbortSignal): AsyncGenerator<Line, boolean> {
  const body = linesOf(request as AsyncIterable<Uint8Array>, MAX_LINE_BYTES);
  const ended = new Promise<null>((resolve) => {
    ends.addEventListener('abort', () => resolve(null));
  });
  for (;;) {
    const next = ends.aborted ? null : await Promise.race([body.next(), ended]).catch(() => null);
    if (next === null) return false;
    if (next.done === true) return true;
    yield next.value;
  }
}
