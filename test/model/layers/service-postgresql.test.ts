import { describe } from 'vitest';
import { walkThroughService } from './service-walk.ts';

describe('through the service on PostgreSQL, every state answers every event as the judge says', () => {
  walkThroughService('PostgreSQL');
});
