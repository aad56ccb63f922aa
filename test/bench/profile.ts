/** Reads the largest CPU profile of a folder: where the time went, by function and by file. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
  }[];
  readonly samples: readonly number[];
}

const SHOWN = 30;
/** Where nothing was done. */
const IDLE = '(idle)';

const largestOf = async (folder: string): Promise<string | null> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.cpuprofile'));
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size));
  return files[sizes.indexOf(Math.max(...sizes))] ?? null;
};

/** `express/lib/response.js`, whether it is ours or a package's. */
const placeOf = (url: string): string =>
  url
    .split('/node_modules/')
    .at(-1)
    ?.replace(/^.*\/dist\//, '') ?? url;

const count = (names: readonly string[]): [string, number][] => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
};

const table = (title: string, names: readonly string[]): string[] => [
  `\n| ${title} | self time |`,
  '|---|---|',
  ...count(names)
    .slice(0, SHOWN)
    .map(([name, times]) => `| ${name} | ${((100 * times) / names.length).toFixed(1)} % |`),
];

/** Of the largest profile, that of the service which had most to do. Shares are of the time that was not idle. */
export const dearest = async (folder: string): Promise<string> => {
  const file = await largestOf(folder);
  if (file === null) return 'There is no profile.\n';
  const { nodes, samples } = JSON.parse(await readFile(join(folder, file), 'utf8')) as Profile;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const busy = samples
    .flatMap((id) => frames.get(id) ?? [])
    .filter(({ functionName }) => functionName !== IDLE);
  const functions = busy.map(
    ({ functionName, url, lineNumber }) =>
      `${functionName === '' ? '(anonymous)' : functionName} ${placeOf(url)}:${lineNumber + 1}`,
  );
  const files = busy.map(({ url, functionName }) => (url === '' ? functionName : placeOf(url)));
  const share = ((100 * busy.length) / samples.length).toFixed(0);
  return [
    `\n${file}: busy ${share} % of the time`,
    ...table('function', functions),
    ...table('file', files),
    '',
  ].join('\n');
};
