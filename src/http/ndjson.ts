/** NDJSON: a body of any length, a line at a time. */
const NEWLINE = 0x0a;

export interface Line {
  /** From 1, blank lines counted. */
  readonly number: number;
  /** Null for a line that is longer than it may be: it was skipped. */
  readonly bytes: Uint8Array | null;
}

/** The lines that are not blank, in order. Keeps no more of the body than one line and one chunk. */
export async function* linesOf(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Line> {
  let number = 0;
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (): Line => {
    number += 1;
    const bytes = length > maxBytes ? null : Buffer.concat(parts);
    [parts, length] = [[], 0];
    return { number, bytes };
  };
  const add = (part: Uint8Array): void => {
    length += part.length;
    if (length <= maxBytes) parts.push(part);
    else parts = [];
  };
  for await (const chunk of body) {
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
      add(chunk.subarray(from, to));
      const line = take();
      if (!isBlank(line)) yield line;
      from = to + 1;
    }
    if (from < chunk.length) add(chunk.subarray(from));
  }
  const last = take();
  if (!isBlank(last)) yield last;
}

const isBlank = ({ bytes }: Line): boolean =>
  bytes !== null && bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
