import { anAccountId, type ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { startIdentityUnderTest } from '../testing/identity-under-test';
import { aChunkOf, aLoggedRequest, hand } from '../testing/logged-requests';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startIdentityUnderTest();
});
afterAll(() => service.stop());

const countOf = async (userId: number) => (await service.asAccount(userId).get('/v2/requestlog?limit=1000')).body.count;
const some = (count: number) => Array.from({ length: count }, () => aLoggedRequest());

describe('a batch of the request log', () => {
  it('is stored once if it is sent several times, even in parallel or after only a part of the batch was stored', async () => {
    const userId = anAccountId();
    const chunks = Array.from({ length: 6 }, () => aChunkOf(userId, some(3)));
    expect(await hand(service, ...chunks.slice(0, 2))).toBe(2);
    const stored = await Promise.all(Array.from({ length: 4 }, () => hand(service, ...chunks)));
    expect(stored.reduce((sum, count) => sum + count, 0)).toBe(4);
    expect(await countOf(userId)).toBe(18);
  });

  it('stores each chunk for its own account', async () => {
    const [one, other] = [anAccountId(), anAccountId()];
    await hand(service, aChunkOf(one, some(2)), aChunkOf(other, some(1)));
    expect([await countOf(one), await countOf(other)]).toEqual([2, 1]);
  });

  it('is refused if it is empty or exceeds its limits', async () => {
    const userId = anAccountId();
    const chunk = aChunkOf(userId, some(1));
    const send = async (chunks: object[]) =>
      (await service.asOperator().post('/internal/request_log', { chunks })).status;
    expect(await send([{ ...chunk, requests: [] }])).toBe(400);
    expect(await send([{ ...chunk, requests: ['x'.repeat(64 * 1024 + 1)] }])).toBe(400);
    expect(await send([{ ...chunk, terms: ['x'.repeat(221)] }])).toBe(400);
    expect(await send(Array.from({ length: 201 }, () => chunk))).toBe(400);
    expect(await send([])).toBe(400);
    expect(await countOf(userId)).toBe(0);
  });

  it('is accepted only from services', async () => {
    const userId = anAccountId();
    const body = { chunks: [aChunkOf(userId, some(1))] };
    expect((await service.asAccount(userId).post('/internal/request_log', body)).status).toBe(401);
    expect((await service.asNobody().post('/internal/request_log', body)).status).toBe(401);
  });
});
