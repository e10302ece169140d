import type { deadLettersContract } from '@keyhaven/contracts/shared/dead-letters-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { EventBus } from '@keyhaven/events/event-bus';
import type { RouteHandlers } from './http/mount-contract';
import type { Logger } from './observability/logger';

/** Creates the operator routes with which a service processes its dead letters (unhandled events) again. */
export function deadLetterRoutes(
  bus: Pick<EventBus, 'redriveDeadLetters'>,
  logger: Logger,
): RouteHandlers<typeof deadLettersContract> {
  return {
    redriveDeadLetters: async ({ body: { topic, group } }) => {
      try {
        return await bus.redriveDeadLetters(topic, group);
      } catch (error) {
        // This process does not consume the topic in the group.
        if (error instanceof ApiError && error.code === 'conflict') throw error;
        logger.warn({ err: error, topic, group }, 'a redrive of dead letters stopped');
        throw new ApiError(
          'unavailable',
          'the redrive stopped, and the dead letters that were not handled are kept; the log of the service contains the cause; try again in 5 seconds',
          {
            'Retry-After': '5',
          },
        );
      }
    },
  };
}
