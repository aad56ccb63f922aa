/** The version of the package, read where it stands. */
import { readFileSync } from 'node:fs';

/** From `src/cli` and from `dist/src/cli` alike: the nearest package.json above. */
const find = (from: URL): string => {
  const file = new URL('package.json', from);
  try {
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
    return version;
  } catch (cause) {
    const above = new URL('../', from);
    if (above.href === from.href) throw new Error('no package.json was found', { cause });
    return find(above);
  }
};

export const version = find(new URL('./', import.meta.url));
