/** Run by vitest before each test file: modules are kept from file to file, hooks are not. */
import { afterAll } from 'vitest';
import { clearUp } from './left-over.ts';

afterAll(clearUp);
