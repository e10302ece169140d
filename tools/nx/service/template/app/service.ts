import type { ServiceDefinition } from '@keyhaven/service/database-service';
import { mountContract } from '@keyhaven/service/http/mount-contract';
import { samplePublicContract } from '../contracts/public-contract';
import { publicRoutes } from './routes/public-routes';
import { createSampleStore } from './store/sample-store';

/** A widget with the longest name is a tenth of this. */
const MAX_BODY_BYTES = 16_384;

/** The sample service: widgets. */
export const sampleService: ServiceDefinition = {
  name: 'sample',
  topic: 'keyhaven.sample',
  maxBodyBytes: MAX_BODY_BYTES,
  build: ({ connection, ids, relay, verify }) => {
    const store = createSampleStore(connection, ids, relay);
    return {
      routes: (app) => mountContract(app, 'public', verify, samplePublicContract, publicRoutes(store)),
      consumers: [],
    };
  },
};
