/**
 * The rules of the house that no compiler knows, as tables and pure functions over files.
 * To amend a rule, amend its table; each entry says why it is there.
 */
import { posix } from 'node:path';
import { importsOf, isNumber, lineAt, nameOf, walk, type SourceFile } from './syntax.ts';

/** `path:line what is wrong` */
export type Finding = string;
export type Rule = (files: readonly SourceFile[]) => Finding[];

interface Room {
  readonly room: string;
  /** Path prefixes of ours, or whole paths. */
  readonly ours: readonly string[];
  /** Left out: any package. `node:*` is every module of Node.js. */
  readonly packages?: readonly string[];
  readonly typesOf?: readonly string[];
}

const rooms: readonly Room[] = [
  { room: 'machines/', ours: ['machines/', 'src/kernel/'], packages: ['xstate', 'zod'] },
  {
    room: 'src/kernel/',
    ours: ['src/kernel/'],
    packages: ['xstate', 'zod', 'canonicalize', 'node:crypto'],
  },
  {
    room: 'src/store/',
    ours: ['src/store/', 'src/kernel/'],
    packages: ['pg', '@electric-sql/pglite', 'node:*'],
  },
  {
    room: 'src/service/',
    ours: ['src/service/', 'src/kernel/', 'src/store/port.ts'],
    packages: ['lru-cache'],
  },
  {
    room: 'src/http/',
    ours: ['src/http/', 'src/service/', 'src/kernel/'],
    packages: ['express', 'zod', 'prom-client', 'node:*'],
  },
  {
    room: 'src/inspect/',
    ours: ['src/inspect/', 'src/service/', 'src/kernel/'],
    packages: ['ws', 'node:*'],
  },
  { room: 'src/console/', ours: ['src/console/'] },
  { room: 'src/cli/', ours: ['src/', 'machines/'] },
];

export const importDirection: Rule = (files) =>
  files.filter(isSource).flatMap((file) => {
    const room = rooms.find((candidate) => file.path.startsWith(candidate.room));
    if (room === undefined) return [`${file.path} belongs to no room`];
    return importsOf(file)
      .filter(({ specifier, typesOnly }) => !mayImport(room, file.path, specifier, typesOnly))
      .map(({ specifier, start }) => at(file, start, `${room.room} must not import ${specifier}`));
  });

const mayImport = (room: Room, path: string, specifier: string, typesOnly: boolean): boolean => {
  if (isRelative(specifier))
    return room.ours.some((prefix) => resolveFrom(path, specifier).startsWith(prefix));
  const { packages, typesOf = [] } = room;
  if (packages === undefined) return true;
  const name = packageOf(specifier);
  return (
    packages.includes(name) ||
    (name.startsWith('node:') && packages.includes('node:*')) ||
    (typesOnly && typesOf.includes(name))
  );
};

const MOST_LINES = 400;

export const fileLength: Rule = (files) =>
  files
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ path, lines }) => `${path} has ${lines} lines; the most is ${MOST_LINES}`);

/** What a person or npm starts. The console is reached from its page, not from here. */
const isEntry = (path: string): boolean => /^src\/(cli\/[^/]+|console\/.+)$/.test(path);

export const unusedFiles: Rule = (files) => {
  const sources = new Map(files.filter(isSource).map((file) => [file.path, file]));
  const waiting = [...sources.keys()].filter(isEntry);
  const used = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const file = sources.get(path);
    if (file === undefined || used.has(path)) continue;
    used.add(path);
    for (const { specifier } of importsOf(file))
      if (isRelative(specifier)) waiting.push(resolveFrom(path, specifier));
  }
  return [...sources.keys()]
    .filter((path) => !used.has(path))
    .map((path) => `${path} is reached from no entry point in src/cli`);
};

/** Where the world may be asked: everything there, or only what is named. */
const worldly: readonly { where: string; only?: readonly string[]; why: string }[] = [
  { where: 'src/cli/', why: 'the composition root hands the world in' },
  { where: 'src/console/', why: 'a page lives in its own world' },
  { where: 'src/store/clock.ts', why: 'measures how far our clock is from the database’s' },
  { where: 'src/store/folder-lock.ts', only: ['randomUUID'], why: 'a draft file nobody else has' },
  { where: 'src/store/migrate.ts', only: ['randomUUID'], why: 'the epoch of a new database' },
  { where: 'src/http/request-log.ts', only: ['performance.now'], why: 'how long a request took' },
  { where: 'src/service/committer.ts', only: ['performance.now'], why: 'how long a commit took' },
  { where: 'src/service/waiting.ts', only: ['performance.now'], why: 'how long a caller may wait' },
];

const worldlyMembers = ['Date.now', 'Math.random', 'process.env', 'performance.now'];
const worldlyMethods = ['randomUUID', 'randomBytes', 'getRandomValues', 'hrtime'];
const worldlyPackages = ['uuid', 'node:process', 'node:perf_hooks'];

export const worldOutsideItsPlace: Rule = (files) =>
  files.filter(isSource).flatMap((file) => {
    const findings = usesOfWorld(file)
      .filter(({ what }) => !mayUse(file.path, what))
      .map(({ what, start }) => at(file, start, `${what} is outside its place`));
    return [...new Set(findings)];
  });

const mayUse = (path: string, what: string): boolean =>
  worldly.some(({ where, only }) => path.startsWith(where) && (only?.includes(what) ?? true));

interface Use {
  readonly what: string;
  readonly start: number;
}

const usesOfWorld = (file: SourceFile): Use[] => {
  const uses: Use[] = importsOf(file)
    .filter(({ specifier, typesOnly }) => !typesOnly && worldlyPackages.includes(specifier))
    .map(({ specifier, start }) => ({ what: specifier, start }));
  walk(file, {
    MemberExpression: (node) => {
      const member = `${nameOf(node.object) ?? ''}.${nameOf(node) ?? ''}`;
      if (worldlyMembers.includes(member)) uses.push({ what: member, start: node.start });
    },
    Identifier: ({ name, start }) => {
      if (worldlyMethods.includes(name)) uses.push({ what: name, start });
    },
    NewExpression: ({ callee, arguments: given, start }) => {
      if (nameOf(callee) === 'Date' && given.length === 0) uses.push({ what: 'new Date()', start });
    },
    CallExpression: ({ callee, start }) => {
      if (nameOf(callee) === 'Date') uses.push({ what: 'Date()', start });
    },
  });
  return uses;
};

const STATUS_TABLE = 'src/http/statuses.ts';
const statusCalls = ['status', 'sendStatus', 'writeHead'];
const statusFields = ['status', 'statusCode'];

export const statusNumbers: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('src/http/') && path !== STATUS_TABLE)
    .flatMap((file) => {
      const found: Finding[] = [];
      const add = (start: number): void => {
        found.push(at(file, start, `an HTTP status outside ${STATUS_TABLE}`));
      };
      walk(file, {
        CallExpression: ({ callee, arguments: [first], start }) => {
          if (statusCalls.includes(nameOf(callee) ?? '') && isNumber(first)) add(start);
        },
        AssignmentExpression: ({ left, right, start }) => {
          if (statusFields.includes(nameOf(left) ?? '') && isNumber(right)) add(start);
        },
        Property: ({ key, value, start }) => {
          if (statusFields.includes(nameOf(key) ?? '') && isNumber(value)) add(start);
        },
      });
      return found;
    });

export const rules: Readonly<Record<string, Rule>> = {
  'imports go one way': importDirection,
  'no file is too long': fileLength,
  'no file is unused': unusedFiles,
  'clock, randomness and environment are asked in their places only': worldOutsideItsPlace,
  'HTTP statuses stand in their table only': statusNumbers,
};

const isSource = ({ path }: SourceFile): boolean => /^(src|machines)\//.test(path);
const isRelative = (specifier: string): boolean => specifier.startsWith('.');
const resolveFrom = (path: string, specifier: string): string =>
  posix.join(posix.dirname(path), specifier);
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
const at = (file: SourceFile, offset: number, says: string): Finding =>
  `${file.path}:${lineAt(file, offset)} ${says}`;
