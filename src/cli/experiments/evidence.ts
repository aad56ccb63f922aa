/** What an experiment leaves behind: every request, what was expected of it and what was seen, side by side. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../../kernel/json.ts';

export interface Step {
  readonly what: string;
  readonly expected: Json;
  readonly seen: Json;
  readonly holds: boolean;
}

export class Evidence {
  readonly name: string;
  readonly steps: Step[] = [];
  readonly #say: (line: string) => void;

  constructor(name: string, say: (line: string) => void) {
    this.name = name;
    this.#say = say;
  }

  /** Compares and keeps; an experiment goes on after a difference, so that all of them are seen. */
  expect(what: string, expected: Json, seen: Json): void {
    const holds = isDeepStrictEqual(expected, seen);
    this.steps.push({ what, expected, seen, holds });
    this.#say(`  ${holds ? '✓' : '✗'} ${what}`);
    this.#say(`      expected ${JSON.stringify(expected)}`);
    this.#say(`      seen     ${JSON.stringify(seen)}`);
  }

  get holds(): boolean {
    return this.steps.length > 0 && this.steps.every(({ holds }) => holds);
  }

  /** Answers the file's path. */
  async save(folder: string, about: JsonObject): Promise<string> {
    await mkdir(folder, { recursive: true });
    const file = join(folder, `${this.name}.json`);
    const content = { experiment: this.name, ...about, holds: this.holds, steps: this.steps };
    await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
    return file;
  }
}
