import type { deadLettersContract } from '@keyhaven/contracts/shared/dead-letters-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { deadLetterRoutes } from './dead-letter-routes';
import type { RouteRequest } from './http/mount-contract';
import { createLogger } from './observability/logger';

describe('POST operator/dead_letters/redrive', () => {
  it.each([
    ['no broker answers', new Error('no broker answers')],
    ['a handler could not write', new ApiError('unavailable', 'the database is not available')],
  ])('does not blame a dead letter if the redrive stopped because %s', async (_reason, error) => {
    const bus = { redriveDeadLetters: () => Promise.reject(error) };
    const { redriveDeadLetters } = deadLetterRoutes(bus, createLogger('redrive', 'silent'));
    const body = { topic: 't', group: 'g' };
    const request = { body } as RouteRequest<typeof deadLettersContract.redriveDeadLetters>;
    await expect(redriveDeadLetters(request)).rejects.toMatchObject({
      code: 'unavailable',
      messages: [
        'the redrive stopped, and the dead letters that were not handled are kept; the log of the service contains the cause; try again in 5 seconds',
      ],
      headers: { 'Retry-After': '5' },
    });
  });
});
