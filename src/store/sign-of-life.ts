/**
 * A sign of life that other containers can see: a process listens on a socket file in a
 * folder they share, and the kernel answers for it, however busy or stopped it is. Its
 * process id would tell them nothing: each container counts its own.
 */
import { connect, createServer, type Server } from 'node:net';
import { join, relative } from 'node:path';

/** The path by which the system takes it: only about 100 bytes may be used. */
const addressOf = (folder: string, name: string): string => {
  const path = join(folder, name);
  const fromHere = relative(process.cwd(), path);
  return fromHere.length < path.length ? fromHere : path;
};

export interface Sign {
  end(): Promise<void>;
}

/** Null where the file system, or so long a path, has no socket files. */
export const giveSign = (folder: string, name: string): Promise<Sign | null> =>
  new Promise((resolve) => {
    const server: Server = createServer((caller) => caller.destroy());
    server.unref();
    server.once('error', () => resolve(null));
    server.listen(addressOf(folder, name), () =>
      resolve({
        end: () =>
          new Promise((ended) => {
            server.close(() => ended());
          }),
      }),
    );
  });

const GONE = new Set(['ECONNREFUSED', 'ENOENT']);

/** In doubt it is given: only a socket without its process, or no socket, says that it is not. */
export const givesSign = (folder: string, name: string): Promise<boolean> =>
  new Promise((resolve) => {
    const caller = connect(addressOf(folder, name));
    caller.once('connect', () => {
      caller.destroy();
      resolve(true);
    });
    caller.once('error', (error) => resolve(!('code' in error && GONE.has(String(error.code)))));
  });
