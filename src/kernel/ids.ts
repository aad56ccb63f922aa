/** The form of every id: instances, events, commands, workers. Safe in a URL and in a header as it is. */
import { z } from 'zod';

export const id = z
  .string()
  .regex(/^(?!\.{1,2}$)[A-Za-z0-9._:@~-]{1,200}$/, '1 to 200 of A–Z a–z 0–9 . _ : @ ~ -');
