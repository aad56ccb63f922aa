/** Reads a request's JSON body: its type, its size, its content. */
import express, { type Request, type RequestHandler } from 'express';
import { isJsonObject, type JsonObject } from '../kernel/json.ts';
import { invalid, Problem } from './problem.ts';
import { parseStrictJson } from './strict-json.ts';

const MAX_BYTES = 1024 * 1024;
const JSON_TYPE = /^application\/(?:json|[a-z0-9.+-]+\+json)\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

const isUtf8Json = (contentType: string | undefined): boolean => {
  if (contentType === undefined || !JSON_TYPE.test(contentType)) return false;
  const charset = CHARSET.exec(contentType)?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset);
};

const requireJson: RequestHandler = (request, _response, next) => {
  if (!isUtf8Json(request.headers['content-type']))
    throw new Problem('NOT_JSON', 'Send the body as application/json in UTF-8.');
  next();
};

/** Leaves the raw bytes for `jsonBody`. */
export const readBody: RequestHandler[] = [
  requireJson,
  express.raw({ limit: MAX_BYTES, type: () => true }),
];

/** @throws Problem */
export const jsonBody = (request: Request): JsonObject => {
  const bytes: unknown = request.body;
  if (!(bytes instanceof Uint8Array)) throw new Problem('MALFORMED_JSON', 'The body is empty.');
  const value = parseStrictJson(bytes);
  if (!isJsonObject(value)) throw invalid([{ path: '', message: 'a JSON object is expected' }]);
  return value;
};
