/** One kept-alive connection that asks one thing after the other, with as little work as that takes. */
import { Client, type Dispatcher } from 'undici';

export interface Connection {
  /** The answer's body is read and, if all is well, dropped. @throws Error for every status but success */
  ask(method: 'GET' | 'POST', path: string, body?: unknown): Promise<void>;
}

const HEADERS = { 'content-type': 'application/json' };
const FIRST_FAILURE = 300;

/** What undici tells of one request, without the streams that its other ways make of it. */
const settling = (
  what: string,
  resolve: () => void,
  reject: (error: Error) => void,
): Dispatcher.DispatchHandler => {
  let status = 0;
  let said = '';
  return {
    onRequestStart() {},
    onResponseStart(_controller, statusCode) {
      status = statusCode;
    },
    onResponseData(_controller, chunk) {
      if (status >= FIRST_FAILURE) said += chunk.toString();
    },
    onResponseEnd() {
      if (status < FIRST_FAILURE) resolve();
      else reject(new Error(`${what} answers ${status}: ${said}`));
    },
    onResponseError: (_controller, error) => reject(error),
  };
};

export const openConnection = (url: string): Connection => {
  const client = new Client(url, { pipelining: 1 });
  return {
    ask: (method, path, body) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? null : JSON.stringify(body);
        client.dispatch(
          { method, path, headers: HEADERS, body: text },
          settling(`${method} ${path}`, resolve, reject),
        );
      }),
  };
};
