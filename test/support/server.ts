/** A running service for tests: in this process for speed, or as a process of its own that can be killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { readConfig } from '../../src/cli/config.ts';
import { serve } from '../../src/cli/serve.ts';
import { clearUpLater } from './left-over.ts';
import { silent } from './service.ts';

export type Environment = Readonly<Record<string, string>>;

export interface RunningServer {
  readonly url: string;
  /** In order, as SIGTERM does. */
  stop(): Promise<void>;
}

/** Stopped at the end of the test file, if not before. */
export const serveHere = async (environment: Environment): Promise<RunningServer> => {
  const serving = await serve(readConfig({ PORT: '0', ...environment }), silent);
  let stopped: Promise<void> | undefined;
  const server = {
    url: serving.url,
    stop: () => (stopped ??= serving.stop()),
  };
  clearUpLater(server.stop);
  return server;
};

export interface ServerProcess extends RunningServer {
  readonly process: ChildProcess;
  /** Everything it has printed so far, both streams. */
  output(): string;
  /** SIGKILL; ends when the process is gone. */
  kill(): Promise<void>;
}

const MAIN = new URL('../../dist/src/cli/main.js', import.meta.url).pathname;

/** Ends when it serves; fails with its output if it ends instead. */
export const spawnServer = async (environment: Environment): Promise<ServerProcess> => {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const exited = once(child, 'exit');
  const ended = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  // In order if it serves; one that never came up has nothing to lose.
  clearUpLater(() => ended(isServing ? 'SIGTERM' : 'SIGKILL'));
  let isServing = false;
  const url = await new Promise<string>((resolve, reject) => {
    const onLine = (line: string): void => {
      lines.push(line);
      const found = /"url":"(http:[^"]+)"/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    };
    createInterface(child.stdout).on('line', onLine);
    createInterface(child.stderr).on('line', onLine);
    child.on('error', reject);
    child.on('exit', () => reject(new Error(`the server ended:\n${lines.join('\n')}`)));
  });
  isServing = true;
  return {
    url,
    process: child,
    output: () => lines.join('\n'),
    kill: () => ended('SIGKILL'),
    stop: () => ended('SIGTERM'),
  };
};
