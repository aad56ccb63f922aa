/**
 * `POST /v1/deliveries`: any number of creations, commands and events in one request, a
 * line each, answered in order while they come in. A broken line is answered, and the
 * rest goes on.
 */
import { PassThrough } from 'node:stream';
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
        // What was not read is not waited for.
        if (!request.complete) response.once('finish', () => request.destroy());
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
    // It is heard where it is awaited; until then it must not count as unheard.
    last.catch(() => {});
    told.push(last);
    if (told.length >= WINDOW) await told.shift();
  }
};

/**
 * The body's lines; answers whether it was read to its end, or the caller went or the
 * service stops. The body is piped, so that reading can end where the request goes on.
 */
async function* lines(request: Request, ends: AbortSignal): AsyncGenerator<Line, boolean> {
  const body = new PassThrough();
  const leave = (): void => {
    request.unpipe(body);
    body.destroy();
  };
  ends.addEventListener('abort', leave);
  request.pipe(body);
  if (ends.aborted) leave();
  try {
    yield* linesOf(body as AsyncIterable<Uint8Array>, MAX_LINE_BYTES);
    return true;
  } catch (error) {
    if (!ends.aborted) throw error;
    return false;
  }
}
