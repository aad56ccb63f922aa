import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rules, type Rule } from './rules.ts';
import type { SourceFile } from './syntax.ts';

const root = new URL('../../', import.meta.url);

const files: readonly SourceFile[] = ['src', 'machines', 'test'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[jt]sx?$/.test(name))
    .map((name) => `${folder}/${name}`)
    .map((path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') })),
);

describe('the house is tidy', () => {
  it.each(Object.entries(rules))('%s', (_, rule) => {
    expect(rule(files)).toEqual([]);
  });
});

const ruleNamed = (name: string): Rule => {
  const rule = rules[name];
  if (rule === undefined) throw new Error(`there is no rule "${name}"`);
  return rule;
};

const planted: Readonly<Record<string, readonly [path: string, text: string][]>> = {
  'imports go one way': [
    ['src/kernel/planted.ts', `import { readFileSync } from 'node:fs';`],
    ['src/kernel/planted.ts', `import express from 'express';`],
    ['src/kernel/planted.ts', `import type { Task } from '../../machines/task/events.ts';`],
    ['machines/task/planted.ts', `import { hash } from '../../src/store/port.ts';`],
    ['src/store/planted.ts', `export * from '../service/service.ts';`],
    ['src/service/planted.ts', `import { rows } from '../store/rows.ts';`],
    ['src/service/planted.ts', `import pg from 'pg';`],
    ['src/http/planted.ts', `type Store = import('../store/port.ts').Store;`],
    ['src/inspect/planted.ts', `import express from 'express';`],
    ['src/http/planted.ts', `await import('../cli/main.ts');`],
    ['src/console/planted.ts', `import { ok } from '../http/statuses.ts';`],
    ['src/cli/planted.ts', `import { onEachEngine } from '../../test/support/engines.ts';`],
    ['src/planted.ts', ``],
  ],
  'no file is too long': [['test/planted.ts', 'void 0;\n'.repeat(401)]],
  'no file is unused': [['src/kernel/planted.ts', `import './planted-elsewhere.ts';`]],
  'clock, randomness and environment are asked in their places only': [
    ['src/kernel/planted.ts', `const now = Date.now();`],
    ['src/kernel/planted.ts', `const now = globalThis.Date.now();`],
    ['src/service/planted.ts', `const now = new Date();`],
    ['src/service/planted.ts', `const now = Date();`],
    ['machines/planted.ts', `const n = Math.random();`],
    ['src/service/planted.ts', `import { randomUUID } from 'node:crypto';`],
    ['src/service/planted.ts', `const id = crypto.randomUUID();`],
    ['src/service/planted.ts', `import { v7 } from 'uuid';`],
    ['src/http/planted.ts', `const port = process.env['PORT'];`],
    ['src/http/planted.ts', `const { HOME } = process['env'];`],
    ['src/store/planted.ts', `const t = performance.now();`],
    ['src/service/committer.ts', `const t = Date.now();`],
  ],
  'HTTP statuses stand in their table only': [
    ['src/http/planted.ts', `response.status(404).end();`],
    ['src/http/planted.ts', `response.sendStatus(204);`],
    ['src/http/planted.ts', `response.statusCode = 500;`],
    ['src/http/planted.ts', `const problem = { status: 409 };`],
  ],
};

describe('each rule finds a planted violation', () => {
  const cases = Object.entries(planted).flatMap(([name, violations]) =>
    violations.map(([path, text]) => [name, path, text.split('\n', 1)[0], text] as const),
  );

  it('for every rule there is', () => {
    expect(Object.keys(planted)).toEqual(Object.keys(rules));
  });

  it.each(cases)('%s: not in %s `%s`', (name, path, _, text) => {
    expect(ruleNamed(name)([{ path, text }])).toEqual([expect.stringContaining(path)]);
  });
});

describe('no rule finds what is allowed', () => {
  const allowed: readonly [path: string, text: string][] = [
    ['src/kernel/fine.ts', `import type { ZodType } from 'zod';`],
    ['src/kernel/fine.ts', `import { type ZodType } from 'zod';`],
    ['src/service/fine.ts', `import type { Store } from '../store/port.ts';`],
    ['src/store/fine.ts', `import { readFile } from 'node:fs/promises';`],
    ['src/kernel/fine.ts', `// Date.now() and process.env\nconst says = 'new Date()';`],
    ['src/kernel/fine.ts', `const at = new Date(0); const iso = (ms: number) => new Date(ms);`],
    ['src/http/fine.ts', `response.status(ok).json({ status: 'queued' });`],
    ['test/fine.ts', `const now = Date.now();`],
  ];

  it.each(allowed)('%s with `%s`', (path, text) => {
    const others = Object.entries(rules).filter(([name]) => name !== 'no file is unused');
    expect(others.flatMap(([, rule]) => rule([{ path, text }]))).toEqual([]);
  });

  it('a file that an entry point reaches is used, by whatever kind of import', () => {
    const chain: readonly [path: string, text: string][] = [
      ['src/cli/main.ts', `import type { A } from '../kernel/a.ts';`],
      ['src/kernel/a.ts', `export { b } from './b.ts';`],
      ['src/kernel/b.ts', `const c = () => import('../store/c.ts');`],
      ['src/store/c.ts', `new Worker(new URL('./d.ts', import.meta.url));`],
      ['src/store/d.ts', ``],
    ];
    const reached = chain.map(([path, text]) => ({ path, text }));
    expect(ruleNamed('no file is unused')(reached)).toEqual([]);
    expect(ruleNamed('no file is unused')(reached.slice(1))).toHaveLength(4);
  });
});
