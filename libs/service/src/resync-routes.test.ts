import type { RouteRequest } from './http/mount-contract';
import { resyncRoutes } from './resync-routes';
import type { resyncContract } from '@keyhaven/contracts/shared/resync-contract';

describe('POST operator/resync', () => {
  it('refuses an account that does not exist', async () => {
    const begin = jest.fn();
    const worker = { begin, latest: () => Promise.resolve(undefined), entityTypes: () => ['booking'] };
    const { startResync } = resyncRoutes(worker, (userId) => Promise.resolve(userId === 7));
    const request = { body: { user_id: 8 }, context: {} } as RouteRequest<typeof resyncContract.startResync>;
    await expect(startResync(request)).rejects.toMatchObject({
      code: 'bad_request',
      messages: ['user_id: the account 8 does not exist'],
    });
    expect(begin).not.toHaveBeenCalled();
  });
});
