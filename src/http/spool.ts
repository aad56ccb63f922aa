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
  /** Bytes in the file, and how many of them have been sent. */
  written: number;
  sent: number;
}

export class Spool {
  readonly #to: Writable;
  #overflow: Overflow | null = null;

  constructor(to: Writable) {
    this.#to = to;
  }

  /** Ends when the text is with the connection or in the file; calls must not overlap. */
  async write(text: string): Promise<void> {
    if (this.#to.destroyed) return;
    if (this.#overflow === null && !this.#to.writableNeedDrain) {
      this.#to.write(text);
      return;
    }
    const overflow = (this.#overflow ??= await openOverflow());
    // All of it was sent: the file begins anew.
    if (overflow.sent === overflow.written) overflow.sent = overflow.written = 0;
    const bytes = Buffer.from(text);
    await overflow.file.write(bytes, 0, bytes.length, overflow.written);
    overflow.written += bytes.length;
    while (!this.#to.writableNeedDrain && overflow.sent < overflow.written)
      await this.#send(overflow);
  }

  /** Ends when the caller has taken everything, or is gone. */
  async end(gone: AbortSignal): Promise<void> {
    try {
      if (this.#overflow !== null) await this.#sendAll(this.#overflow, gone);
      this.#to.end();
    } catch (error) {
      if (!gone.aborted) throw error;
    }
  }

  async close(): Promise<void> {
    if (this.#overflow === null) return;
    await this.#overflow.file.close();
    await rm(this.#overflow.folder, { recursive: true, force: true });
  }

  async #sendAll(overflow: Overflow, gone: AbortSignal): Promise<void> {
    while (overflow.sent < overflow.written) {
      if (this.#to.writableNeedDrain) await once(this.#to, 'drain', { signal: gone });
      await this.#send(overflow);
    }
  }

  async #send(overflow: Overflow): Promise<void> {
    const length = Math.min(CHUNK_BYTES, overflow.written - overflow.sent);
    const chunk = Buffer.alloc(length);
    await overflow.file.read(chunk, 0, length, overflow.sent);
    overflow.sent += length;
    this.#to.write(chunk);
  }
}

const openOverflow = async (): Promise<Overflow> => {
  const folder = await mkdtemp(join(tmpdir(), 'interlock-spool-'));
  return { folder, file: await open(join(folder, 'answers'), 'w+', 0o600), written: 0, sent: 0 };
};
