import type { Logger } from '@keyhaven/service/observability/logger';
import type { Agent } from 'undici';
import type { EndpointDocument } from '../store/endpoint.model';
import type { Batcher } from '../queue/batcher';
import type { QueueModels } from '../store/queue-models';
import type { DeliveryResult } from '../queue/record-results';
import type { SendingMetrics } from './sending-metrics';

/** The dependencies of sending. */
export interface SendingContext {
  /** The name of this process in leases. */
  owner: string;
  models: QueueModels;
  results: Batcher<DeliveryResult>;
  agent: Agent;
  logger: Logger;
  metrics: SendingMetrics;
  /**
   * `now` is the database's clock, which decides which deliveries are due. `random` returns numbers from 0 to 1. Tests
   * replace both.
   */
  now: () => Date;
  random: () => number;
  timeoutMs: number;
  /** The maximum number of endpoints to which this process sends concurrently. Only tests set it. */
  maxEndpoints?: number;
  /**
   * Disables an endpoint's subscriptions, and notifies their owner of the reason.
   * @param unchangedSince if it is given, only subscriptions that have not changed since this time are disabled.
   */
  disable(endpoint: EndpointDocument, reason: string, unchangedSince?: Date): Promise<void>;
}
