import { walkThroughService } from './service-walk.ts';

walkThroughService('PGlite');
