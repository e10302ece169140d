import { dataServiceNames, services } from '@keyhaven/contracts/platform/services';

/** The topics of all services whose records a subscriber may want to be notified of. */
export const consumedTopics = dataServiceNames.filter((name) => name !== 'webhook').map((name) => services[name].topic);
