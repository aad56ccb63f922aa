/** Settings are checked at start, each fault with a message that names it. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/cli/config.ts';

const folder = mkdtempSync(join(tmpdir(), 'interlock-config-'));
const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const sha256 = 'a'.repeat(64);
const token = (name: string, rest: object = {}): object => ({
  name,
  roles: ['worker'],
  sha256,
  ...rest,
});
const tokens = (...list: object[]): string => JSON.stringify(list);

describe('the settings', () => {
  it('have defaults that serve loopback only', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: '.data',
      databaseUrl: null,
      defaultPolicy: 'completion-wins',
      leaseMs: 60_000,
      logLevel: 'info',
      tokens: [],
    });
  });

  it.each([
    ['a port that is no number', { PORT: 'http' }, /PORT: a whole number/u],
    ['a port that does not exist', { PORT: '65536' }, /PORT: /u],
    ['a host that is none', { HOST: 'not a host' }, /HOST: an address or host name/u],
    ['another database', { DATABASE_URL: 'mysql://x' }, /DATABASE_URL: postgres:\/\//u],
    ['another policy', { DEFAULT_POLICY: 'last-writer-wins' }, /DEFAULT_POLICY: /u],
    ['a lease of no time', { LEASE_MS: '0' }, /LEASE_MS: /u],
    ['another log level', { LOG_LEVEL: 'loud' }, /LOG_LEVEL: /u],
    [
      'a tokens file that is not there',
      { TOKENS_FILE: '/nowhere' },
      /TOKENS_FILE: .*cannot be read/u,
    ],
    ['tokens that are not JSON', { TOKENS: 'secret' }, /TOKENS: not JSON/u],
    ['no tokens at all', { TOKENS: '[]' }, /TOKENS: /u],
    ['a token without a hash', { TOKENS: tokens(token('a', { sha256: 'short' })) }, /0\.sha256: /u],
    [
      'a token of an unknown role',
      { TOKENS: tokens(token('a', { roles: ['king'] })) },
      /0\.roles/u,
    ],
    [
      'two tokens of one name',
      { TOKENS: tokens(token('a'), token('a')) },
      /two tokens are named a/u,
    ],
    [
      'tokens given twice',
      { TOKENS: tokens(token('a')), TOKENS_FILE: 'x' },
      /one of them, not both/u,
    ],
    ['the open network without tokens', { HOST: '0.0.0.0' }, /HOST: 0\.0\.0\.0 is not loopback/u],
  ])('refuse %s', (_, environment, message) => {
    expect(() => readConfig(environment)).toThrow(message);
  });

  it('name all faults at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y', LEASE_MS: 'z' })).toThrow(
      /PORT: .*\n.*LEASE_MS: .*\n.*LOG_LEVEL: /u,
    );
  });

  it('take tokens from a file, and then any host', () => {
    const path = file('tokens.json', tokens(token('worker-1')));
    expect(readConfig({ HOST: '0.0.0.0', TOKENS_FILE: path })).toMatchObject({
      host: '0.0.0.0',
      tokens: [{ name: 'worker-1', roles: ['worker'] }],
    });
  });

  it('count an empty variable as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000 });
  });
});
