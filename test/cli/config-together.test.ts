/** Settings that are at fault together, and tokens that would say two things of one caller. */
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/cli/config.ts';

const token = (name: string, role: string, digit: string): object => ({
  name,
  roles: [role],
  sha256: digit.repeat(64),
});

const faultsOf = (environment: Record<string, string>): string[] => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n').map((line) => line.slice(0, line.indexOf(':')));
  }
};

describe('settings of different kinds', () => {
  it.each([
    [{ PORT: 'x', TOKENS: '{' }, ['PORT', 'TOKENS']],
    [{ LEASE_MS: '0', HOST: '0.0.0.0' }, ['LEASE_MS', 'HOST']],
    [
      { LOG_LEVEL: 'loud', TOKENS_FILE: '/nowhere', PORT: 'x' },
      ['PORT', 'LOG_LEVEL', 'TOKENS_FILE'],
    ],
    [{ PORT: 'x', TOKENS: '[1]', TOKENS_FILE: '/nowhere' }, ['PORT', 'TOKENS and TOKENS_FILE']],
  ])('are all named at once when they are at fault: %o', (environment, names) => {
    expect(new Set(faultsOf(environment))).toEqual(new Set(names));
  });

  it('name every fault of a list of tokens', () => {
    const tokens = [token('a', 'king', 'a'), { ...token('b', 'worker', 'b'), sha256: 'short' }];
    expect(faultsOf({ TOKENS: JSON.stringify(tokens) })).toHaveLength(2);
  });
});

describe('a token', () => {
  it('stands for one name: the same secret under two is refused', () => {
    const tokens = [token('worker-1', 'worker', 'a'), token('boss', 'admin', 'a')];
    expect(faultsOf({ TOKENS: JSON.stringify(tokens) })).toEqual(['TOKENS']);
  });
});

describe('a host', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.1.2.3', '::1'])(
    '%s is loopback, and needs no tokens',
    (HOST) => {
      expect(readConfig({ HOST })).toMatchObject({ host: HOST });
    },
  );

  it.each([
    '0.0.0.0',
    '::',
    '192.168.1.7',
    'localhost.example.com',
    '127.0.0.1.example.com',
    '2130706433',
  ])('%s is not, and is refused without tokens', (HOST) => {
    expect(faultsOf({ HOST })).toEqual(['HOST']);
  });
});
