/** Processes that take data folders on demand: `lock-taker.js`, spoken to line by line. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { clearUpLater } from '../support/left-over.ts';

export interface LockTaker {
  readonly pid: number;
  /** `locked`, or the error's name and message. */
  take(folder: string): Promise<string>;
  /** Ends without giving back what it holds. */
  end(): Promise<void>;
}

const SCRIPT = new URL('lock-taker.js', import.meta.url).pathname;
/** Ends when the process waits for its first folder. */
export const startTaker = async (): Promise<LockTaker> => {
  const child = spawn(process.execPath, [SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => {
    const line = await lines.next();
    return line.done === true ? 'the process ended' : line.value;
  };
  const taker = {
    pid: child.pid ?? 0,
    take(folder: string) {
      child.stdin.write(`${folder}\n`);
      return nextLine();
    },
    async end() {
      child.stdin.end();
      await exited;
    },
  };
  clearUpLater(() => taker.end());
  await nextLine();
  return taker;
};
