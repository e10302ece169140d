import type { ServiceDefinition } from '@keyhaven/service/service-definition';
import { mountContract } from '@keyhaven/service/http/mount-contract';
import { samplePublicContract } from '../contracts/public-contract';
import { publicRoutes } from './routes/public-routes';
import { createSampleStore } from './store/sample-store';

/** Ten times the size of a widget with the longest name. */
const MAX_BODY_BYTES = 16_384;

/** The sample service, which manages widgets. */
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
