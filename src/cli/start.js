/**
 * `npm start`: builds if a source is newer than the build, then serves. Plain JavaScript,
 * since it runs before anything is compiled.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const stamp = new URL('dist/.tsbuildinfo', root);

const newest = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (latest, entry) =>
      entry.isFile()
        ? Math.max(latest, statSync(`${entry.parentPath ?? entry.path}/${entry.name}`).mtimeMs)
        : latest,
    0,
  );

const isStale = () => {
  if (!existsSync(stamp)) return true;
  const sources = ['src', 'machines'].map((folder) => newest(new URL(folder, root).pathname));
  return Math.max(...sources) > statSync(stamp).mtimeMs;
};

if (isStale()) {
  console.error('Building …');
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
}
await import(new URL('dist/src/cli/main.js', root).href);
