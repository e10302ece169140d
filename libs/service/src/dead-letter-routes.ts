import type { deadLettersContract } from '@keyhaven/contracts/shared/dead-letters-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { EventBus } from '@keyhaven/events/event-bus';
import type { RouteHandlers } from './http/mount-contract';
import type { Logger } from './observability/logger';

/** Creates the operator routes with which a service processes its dead letters (unhandled events) again. */
export function deadLetterRoutes(bus: EventBus, logger: Logger): RouteHandlers<typeof deadLettersContract> {
  return {
    redriveDeadLetters: async ({ body: { topic, group } }) => {
      try {
        return await bus.redriveDeadLetters(topic, group);
      } catch (error) {
        if (error instanceof ApiError) throw error;
        logger.warn({ err: error, topic, group }, 'dead letters cannot be redriven at the moment');
        throw new ApiError(
          'unavailable',
          'a dead letter failed again; it and those after it stay dead letters, try again in 5 seconds',
          {
            'Retry-After': '5',
          },
        );
      }
    },
  };
}
