/**
 * Answers on their way to a caller who may not read them yet: one that reads only after it
 * has sent everything must not wait for us while we wait for it. What the connection does
 * not take goes to a file, in order, and from there when it does.
 */
import { once } from 'node:events';
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';

const CHUNK_BYTES = 64 * 1024;

interface Overflow {
  readonly folder: string;
  readonly file: FileHandle;
  /** Not in the file yet: a write for every line would cost more than the line. */
  readonly tail: Buffer[];
  tailBytes: number;
  /** Bytes in the file, and how many of them have been sent. */
  written: number;
  sent: number;
}

export class Spool {
  readonly #to: Writable;
  #overflow: Overflow | null = null;
  #turn: Promise<void> = Promise.resolve();

  constructor(to: Writable) {
    this.#to = to;
    to.on('drain', () => void this.#next(() => this.#pump()).catch(() => {}));
  }

  /** Ends when the text is with the connection or kept. */
  write(text: string): Promise<void> {
    return this.#next(async () => {
      if (this.#to.destroyed) return;
      if (!this.#isBehind() && !this.#to.writableNeedDrain) {
        this.#to.write(text);
        return;
      }
      const overflow = (this.#overflow ??= await openOverflow());
      const bytes = Buffer.from(text);
      overflow.tail.push(bytes);
      overflow.tailBytes += bytes.length;
      if (overflow.tailBytes < CHUNK_BYTES) return;
      await keep(overflow);
      await this.#pump();
    });
  }

  /** Ends when the caller has taken everything, or is gone. */
  async end(gone: AbortSignal): Promise<void> {
    try {
      while (this.#isBehind()) {
        if (this.#to.writableNeedDrain) await once(this.#to, 'drain', { signal: gone });
        await this.#next(() => this.#pump());
      }
      this.#to.end();
    } catch (error) {
      if (!gone.aborted) throw error;
    }
  }

  close(): Promise<void> {
    return this.#next(async () => {
      if (this.#overflow === null) return;
      await this.#overflow.file.close();
      await rm(this.#overflow.folder, { recursive: true, force: true });
      this.#overflow = null;
    });
  }

  /** One at a time, in the order in which they were asked for. */
  #next(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  #isBehind(): boolean {
    const overflow = this.#overflow;
    return overflow !== null && (overflow.sent < overflow.written || overflow.tailBytes > 0);
  }

  /** Sends what was kept, for as long as the connection takes it. */
  async #pump(): Promise<void> {
    const overflow = this.#overflow;
    if (overflow === null) return;
    while (!this.#to.destroyed && !this.#to.writableNeedDrain) {
      if (overflow.sent === overflow.written) {
        if (overflow.tailBytes === 0) return;
        await keep(overflow);
      }
      const length = Math.min(CHUNK_BYTES, overflow.written - overflow.sent);
      const chunk = Buffer.alloc(length);
      await overflow.file.read(chunk, 0, length, overflow.sent);
      overflow.sent += length;
      this.#to.write(chunk);
    }
  }
}

/** Puts the tail into the file; one of which all was sent begins anew. */
const keep = async (overflow: Overflow): Promise<void> => {
  if (overflow.sent === overflow.written) overflow.sent = overflow.written = 0;
  const bytes = Buffer.concat(overflow.tail.splice(0));
  overflow.tailBytes = 0;
  await overflow.file.write(bytes, 0, bytes.length, overflow.written);
  overflow.written += bytes.length;
};

const openOverflow = async (): Promise<Overflow> => {
  const folder = await mkdtemp(join(tmpdir(), 'interlock-spool-'));
  const file = await open(join(folder, 'answers'), 'w+', 0o600);
  return { folder, file, tail: [], tailBytes: 0, written: 0, sent: 0 };
};
