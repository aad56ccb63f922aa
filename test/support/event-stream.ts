/** A follower of the feed's event stream, as a browser's EventSource would be one. */
import { isJsonObject, type JsonObject } from '../../src/kernel/json.ts';

export interface StreamedEvent {
  readonly id: string;
  readonly data: JsonObject;
}

export interface Followed {
  /** The id of the last block, also of one without data. */
  lastId: string;
  readonly events: StreamedEvent[];
}

const fieldOf = (block: string, name: string): string | undefined =>
  block
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2);

/**
 * Follows until `until` holds, the server ends the stream, or the connection breaks.
 * Goes on behind `from.lastId`, and adds to it.
 */
export const followStream = async (
  url: string,
  from: Followed,
  until: (followed: Followed) => boolean,
  signal = AbortSignal.timeout(60_000),
): Promise<void> => {
  const headers = {
    Accept: 'text/event-stream',
    ...(from.lastId === '' ? {} : { 'Last-Event-ID': from.lastId }),
  };
  const response = await fetch(url, { headers, signal });
  if (response.status !== 200 || response.body === null)
    throw new Error(`the stream was answered ${response.status}`);
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body) {
    const blocks = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data: unknown = JSON.parse(fieldOf(block, 'data') ?? 'null');
      from.lastId = fieldOf(block, 'id') ?? from.lastId;
      if (isJsonObject(data)) from.events.push({ id: from.lastId, data });
      // Leaving the loop closes the connection.
      if (until(from)) return;
    }
  }
};

export const nobodyYet = (): Followed => ({ lastId: '', events: [] });
