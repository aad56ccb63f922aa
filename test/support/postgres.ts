/**
 * A real PostgreSQL server of the test's own: fresh folder, free port, gone at the end, also when
 * the test is killed. Owns starting, stopping and crashing it; knows nothing of Interlock.
 * `fsync` is off, which only a power cut would notice: what was written survives every kill.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { findBinaries } from './postgres-binaries.ts';
import { keepFolder, type Keeper } from './postgres-keeper.ts';
import { findOwner, type Owner } from './postgres-owner.ts';

export interface Postgres {
  /** Of its database `postgres`, as superuser; stays the same over restarts. */
  readonly url: string;
  /** Ends it for good and removes its folder. */
  stop(): Promise<void>;
  /** Ends it in order if it is running, and starts it again on the same data and port. */
  restart(): Promise<void>;
  /** SIGKILL to all its processes at once, as a crash would. `restart` brings it back. */
  kill(): Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

interface Site {
  readonly bin: string;
  readonly folder: string;
  readonly owner: Owner;
  readonly password: string;
  readonly settings: Settings;
}

const LOCALE = 'C.UTF-8';
const SETTINGS: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  fsync: 'off',
  timezone: 'UTC',
};
const READY_WITHIN_MS = 60_000;
const POLL_MS = 20;

/** `settings`: other ones than the tests'. */
export const startPostgres = async (settings: Settings = {}): Promise<Postgres> => {
  const owner = findOwner();
  const keeper = keepFolder(owner);
  try {
    const bin = findBinaries(keeper.folder, owner);
    const password = randomBytes(12).toString('hex');
    const site = {
      bin,
      folder: keeper.folder,
      owner,
      password,
      settings: { ...SETTINGS, ...settings },
    };
    await initialise(site);
    return await operate(site, keeper);
  } catch (error) {
    await keeper.release();
    throw error;
  }
};

/** Runs the server of a site; the first start chooses the port. */
const operate = async (site: Site, keeper: Keeper): Promise<Postgres> => {
  const { server: first, port } = await startOn(site, keeper, freePort);
  let server = first;
  const end = async (signal: () => void): Promise<void> => {
    if (hasEnded(server)) return;
    const ended = once(server, 'exit');
    server.ref();
    signal();
    await ended;
    keeper.guard(null);
  };
  return {
    url: urlOf(site, port),
    stop: () => keeper.release(),
    kill: () => end(() => killAll(server)),
    restart: async () => {
      await end(() => server.kill('SIGINT'));
      ({ server } = await startOn(site, keeper, () => Promise.resolve(port)));
    },
  };
};

const run = promisify(execFile);

const spawnOptions = ({ owner, folder }: Site) => ({
  ...owner,
  cwd: folder,
  // Nothing of ours: PGDATA, PGPORT and a locale that this machine lacks would change the server.
  env: { PATH: process.env['PATH'] ?? '', LC_ALL: LOCALE },
});

const initialise = async (site: Site): Promise<void> => {
  const passwordFile = join(site.folder, 'password');
  writeFileSync(passwordFile, site.password);
  await run(
    join(site.bin, 'initdb'),
    [
      `--pgdata=${join(site.folder, 'data')}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=password',
      `--locale=${LOCALE}`,
      '--encoding=UTF8',
      '--no-sync',
    ],
    spawnOptions(site),
  );
};

/**
 * A server may end at once: another process took the port, or children of a killed server still
 * hold its memory. Both pass, so it is started until it stays.
 */
const startOn = async (
  site: Site,
  keeper: Keeper,
  choosePort: () => Promise<number>,
): Promise<{ server: ChildProcess; port: number }> => {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const port = await choosePort();
    const server = launch(site, port);
    keeper.guard(server.pid ?? null);
    if (await becomesReady(server, urlOf(site, port), deadline)) return { server, port };
    keeper.guard(null);
    if (Date.now() > deadline) throw new Error(`PostgreSQL does not start:\n${logOf(site)}`);
    await pause(5 * POLL_MS);
  }
};

const launch = (site: Site, port: number): ChildProcess => {
  const log = openSync(join(site.folder, 'log'), 'a');
  const settings = Object.entries(site.settings).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const server = spawn(
    join(site.bin, 'postgres'),
    ['-D', join(site.folder, 'data'), '-p', String(port), ...settings],
    // A session of its own, so that Ctrl-C reaches the tests and not the server under them.
    { ...spawnOptions(site), detached: true, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  server.unref();
  return server;
};

/** False if the server ended instead. */
const becomesReady = async (
  server: ChildProcess,
  url: string,
  deadline: number,
): Promise<boolean> => {
  while (!hasEnded(server)) {
    if (await answers(url)) return true;
    if (Date.now() > deadline) server.kill('SIGKILL');
    await pause(POLL_MS);
  }
  return false;
};

const answers = async (connectionString: string): Promise<boolean> => {
  const client = new Client({ connectionString });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
};

const hasEnded = (server: ChildProcess): boolean =>
  server.exitCode !== null || server.signalCode !== null;

/** The postmaster first, so that it restarts nothing; its backends would otherwise finish what they are doing. */
const killAll = (server: ChildProcess): void => {
  const backends = childrenOf(server.pid);
  server.kill('SIGKILL');
  for (const pid of backends) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It went with its postmaster.
    }
  }
};

/** Only Linux tells; elsewhere the backends end by themselves when they next look for their postmaster. */
const childrenOf = (pid: number | undefined): number[] => {
  try {
    const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return list.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
};

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
};

const urlOf = ({ password }: Site, port: number): string =>
  `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;

const logOf = ({ folder }: Site): string =>
  readFileSync(join(folder, 'log'), 'utf8').split('\n').slice(-20).join('\n');
