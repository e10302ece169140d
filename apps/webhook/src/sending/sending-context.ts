import type { Logger } from '@keyhaven/service/logger';
import type { Agent } from 'undici';
import type { EndpointDocument } from '../store/endpoint.model';
import type { Batcher } from '../queue/batcher';
import type { QueueModels } from '../store/queue-models';
import type { DeliveryResult } from '../queue/record-results';
import type { SendingMetrics } from './sending-metrics';

/** What sending works with. */
export interface SendingContext {
  /** Names this process in the leases that it takes. */
  owner: string;
  models: QueueModels;
  results: Batcher<DeliveryResult>;
  agent: Agent;
  logger: Logger;
  metrics: SendingMetrics;
  /** The clock that deliveries are due by, and chance from 0 to 1; tests have their own. */
  now: () => Date;
  random: () => number;
  timeoutMs: number;
  /** How many endpoints are sent to at once, where a test says so. */
  maxEndpoints?: number;
  /** Stops telling an endpoint, and tells its owner why. */
  disable(endpoint: EndpointDocument, reason: string): Promise<void>;
}
