/** A real server of the experiment's own, on an empty database, that can be killed and started again. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));

export interface Answer {
  readonly status: number;
  readonly body: JsonObject;
}

export interface Laboratory {
  get(path: string): Promise<Answer>;
  post(path: string, body: JsonObject): Promise<Answer>;
  /** SIGKILL, as a crash would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** The value at a dotted path; null if there is none. */
export const at = (value: Json, path: string): Json => {
  let found: Json = value;
  for (const key of path.split('.'))
    found = isJsonObject(found) && Object.hasOwn(found, key) ? (found[key] ?? null) : null;
  return found;
};

/** The list at a dotted path; empty if there is none. */
export const list = (value: Json, path: string): readonly Json[] => {
  const found = at(value, path);
  return Array.isArray(found) ? (found as readonly Json[]) : [];
};

/** Several values of an answer, with its HTTP status. */
export const pick = ({ status, body }: Answer, ...paths: readonly string[]): JsonObject => ({
  http: status,
  ...Object.fromEntries(paths.map((path) => [path, at(body, path)])),
});

const launch = async (folder: string): Promise<{ child: ChildProcess; url: string }> => {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const found = /"url":"(http:[^"]+)"/u.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the server ended with ${String(code)}`)));
  });
  return { child, url };
};

export const openLaboratory = async (): Promise<Laboratory> => {
  const folder = await mkdtemp(join(tmpdir(), 'interlock-experiment-'));
  let { child, url } = await launch(folder);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  const ask = async (path: string, request: RequestInit): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, request);
    return { status: response.status, body: (await response.json()) as JsonObject };
  };
  return {
    get: (path) => ask(path, {}),
    post: (path, body) =>
      ask(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    kill: () => end('SIGKILL'),
    async start() {
      ({ child, url } = await launch(folder));
    },
    async close() {
      await end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
};
