/** A small HTTP client for tests: JSON in and out, with the status and headers beside the body. */
import { isJsonObject, type Json, type JsonObject } from '../../src/kernel/json.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Empty where the answer is no JSON object. */
  readonly body: JsonObject;
  /** The value at a dotted path of the body, such as `task.version`; undefined if there is none. */
  at(path: string): Json | undefined;
  /** The text at a path; empty if there is none. */
  text(path: string): string;
}

export interface Client {
  readonly url: string;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Sends a value as JSON. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Sends anything, as it is. */
  send(path: string, request: RequestInit): Promise<Answer>;
}

const at = (body: Json, path: string): Json | undefined =>
  path
    .split('.')
    .reduce<Json | undefined>(
      (value, key) =>
        Array.isArray(value)
          ? (value as readonly Json[])[Number(key)]
          : isJsonObject(value)
            ? value[key]
            : undefined,
      body,
    );

const toAnswer = async (response: Response): Promise<Answer> => {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
  const parsed: unknown = isJson ? JSON.parse(text) : {};
  const body = isJsonObject(parsed) ? parsed : {};
  return {
    status: response.status,
    headers: response.headers,
    body,
    at: (path) => at(body, path),
    text(path) {
      const value = at(body, path);
      return typeof value === 'string' ? value : '';
    },
  };
};

export const clientOf = (url: string, always: Record<string, string> = {}): Client => {
  const send = async (path: string, { headers, ...request }: RequestInit): Promise<Answer> =>
    toAnswer(
      await fetch(`${url}${path}`, {
        ...request,
        headers: { ...always, ...(headers as Record<string, string> | undefined) },
      }),
    );
  return {
    url,
    send,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, body, headers = {}) =>
      send(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', ...headers },
      }),
  };
};
