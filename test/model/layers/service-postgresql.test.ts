import { walkThroughService } from './service-walk.ts';

walkThroughService('PostgreSQL');
