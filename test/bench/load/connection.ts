/** One kept-alive connection that asks one thing after the other, with as little work as that takes. */
import { Client } from 'undici';

export interface Connection {
  /** The answer's body is read and dropped. @throws Error for every status but success */
  ask(method: 'GET' | 'POST', path: string, body?: unknown): Promise<void>;
  close(): Promise<void>;
}

const HEADERS = { 'content-type': 'application/json' };

export const openConnection = (url: string): Connection => {
  const client = new Client(url, { pipelining: 1 });
  return {
    async ask(method, path, body) {
      const { statusCode, body: answer } = await client.request({
        method,
        path,
        headers: HEADERS,
        body: body === undefined ? null : JSON.stringify(body),
      });
      const text = await answer.text();
      if (statusCode >= 300) throw new Error(`${method} ${path} answers ${statusCode}: ${text}`);
    },
    close: () => client.close(),
  };
};
