/** The processes of a run: the services from the build, the load generator, the bare server. */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Order, Report } from './load/orders.ts';
import type { Sample } from './statistics.ts';
import type { World } from './world.ts';

const MAIN = new URL('../../dist/src/cli/main.js', import.meta.url).pathname;
const POLL_MS = 20;

const endWith = (world: World, child: ChildProcess, signal: NodeJS.Signals): void => {
  const exited = once(child, 'exit');
  world.onEnd(async () => {
    child.kill(signal);
    await exited;
  });
};

/** The address that a service wrote to its log. @throws Error with the log if it ends instead */
const addressIn = async (log: string, child: ChildProcess): Promise<string> => {
  for (;;) {
    const text = readFileSync(log, 'utf8');
    const url = /"url":"(http:[^"]+)"/.exec(text)?.[1];
    if (url !== undefined) return url;
    if (child.exitCode !== null) throw new Error(`the service ended:\n${text}`);
    await pause(POLL_MS);
  }
};

/** A service as it is delivered, its log at the default level in a file. @returns its URL */
export const startService = async (world: World, databaseUrl: string): Promise<string> => {
  const { folder, options } = world;
  const log = join(folder, `service-${Math.random().toString(36).slice(2, 8)}.log`);
  const output = openSync(log, 'w');
  const profile = options.isProfiled ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [];
  const child = spawn(process.execPath, [...profile, MAIN], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', DATABASE_URL: databaseUrl },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  endWith(world, child, 'SIGTERM');
  return addressIn(log, child);
};

const startScript = (world: World, file: string, env: Record<string, string>): ChildProcess => {
  const child = fork(new URL(file, import.meta.url), { env: { ...process.env, ...env } });
  endWith(world, child, 'SIGKILL');
  return child;
};

/** @returns the URL of a bare server on a new database */
export const startBareServer = async (world: World): Promise<string> => {
  const child = startScript(world, './bare-server.ts', { DATABASE_URL: await world.newDatabase() });
  const [message] = (await once(child, 'message')) as [{ readonly url: string }];
  return message.url;
};

export type Load = (order: Order) => Promise<Sample>;

/** One order at a time. */
export const startLoad = async (world: World): Promise<Load> => {
  const child = startScript(world, './load/generator.ts', {});
  await once(child, 'message');
  return async (order) => {
    child.send(order);
    const [report] = (await once(child, 'message')) as [Report];
    if (report.is === 'failed') throw new Error(report.error);
    if (report.sample === undefined) throw new Error('the load generator has nothing to say');
    return report.sample;
  };
};
