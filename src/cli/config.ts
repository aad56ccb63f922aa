/** What the operator may set, from the environment, checked at start: a message for every fault. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { tokenSchema, type Token } from '../http/credentials.ts';

const YEAR_MS = 31_536_000_000;
const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/, 'a whole number').transform(Number).pipe(z.int().min(min).max(max));

/** Digits and dots alone are an address, or nothing. */
const isHost = (host: string): boolean =>
  isIP(host) !== 0 ||
  (!/^[\d.]+$/u.test(host) && /^(?!-)[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*$/u.test(host));

const environment = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().refine(isHost, 'an address or host name').default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'postgres://…')
    .optional(),
  DEFAULT_POLICY: z.enum(['completion-wins', 'cancellation-wins']).default('completion-wins'),
  LEASE_MS: wholeNumber(1, YEAR_MS).default(60_000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TOKENS_FILE: z.string().min(1).optional(),
  TOKENS: z.string().min(1).optional(),
});

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly defaultPolicy: 'completion-wins' | 'cancellation-wins';
  readonly leaseMs: number;
  readonly logLevel: string;
  readonly tokens: readonly Token[];
}

/** The settings cannot be used; the message has a line for each fault. */
export class InvalidConfig extends Error {
  override readonly name = 'InvalidConfig';
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i;

const tokensFrom = (source: string, text: string): Token[] => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidConfig(`${source}: not JSON`);
  }
  const parsed = z.array(tokenSchema).min(1).safeParse(value);
  if (!parsed.success)
    throw new InvalidConfig(
      parsed.error.issues
        .map(({ path, message }) => `${source}: ${path.map(String).join('.') || 'it'}: ${message}`)
        .join('\n'),
    );
  const names = parsed.data.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new InvalidConfig(`${source}: two tokens are named ${twice}`);
  const secrets = parsed.data.map(({ sha256 }) => sha256);
  const shared = parsed.data.find(({ sha256 }, index) => secrets.indexOf(sha256) !== index);
  if (shared !== undefined)
    throw new InvalidConfig(`${source}: ${shared.name} has the same secret as another name`);
  return parsed.data;
};

const readTokens = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new InvalidConfig(`TOKENS_FILE: ${file} cannot be read`, { cause });
  }
};

const tokensOf = (text: string | undefined, file: string | undefined): readonly Token[] => {
  if (text !== undefined && file !== undefined)
    throw new InvalidConfig('TOKENS and TOKENS_FILE: set one of them, not both');
  if (text !== undefined) return tokensFrom('TOKENS', text);
  return file === undefined ? [] : tokensFrom('TOKENS_FILE', readTokens(file));
};

/** @throws InvalidConfig */
export const readConfig = (variables: Readonly<Record<string, string | undefined>>): Config => {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  const faults = (parsed.error?.issues ?? []).map(
    ({ path, message }) => `${path.map(String).join('.')}: ${message}`,
  );
  let tokens: readonly Token[] = [];
  try {
    tokens = tokensOf(given['TOKENS'], given['TOKENS_FILE']);
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    faults.push(error.message);
  }
  const host = given['HOST'];
  const isOpen = tokens.length === 0 && host !== undefined && isHost(host) && !LOOPBACK.test(host);
  if (isOpen && given['TOKENS'] === undefined && given['TOKENS_FILE'] === undefined)
    faults.push(
      `HOST: ${host} is not loopback, and without credentials nothing listens beyond it; set TOKENS_FILE or TOKENS`,
    );
  if (faults.length > 0 || !parsed.success) throw new InvalidConfig(faults.join('\n'));
  const set = parsed.data;
  return {
    port: set.PORT,
    host: set.HOST,
    dataDir: set.DATA_DIR,
    databaseUrl: set.DATABASE_URL ?? null,
    defaultPolicy: set.DEFAULT_POLICY,
    leaseMs: set.LEASE_MS,
    logLevel: set.LOG_LEVEL,
    tokens,
  };
};
