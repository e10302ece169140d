import { fillDisk } from '@keyhaven/testing/fill-disk';
import { until } from '@keyhaven/testing/until';
import { type FeesUnderTest, startFeesUnderTest } from './testing/fees-under-test';

let fees: FeesUnderTest;
beforeAll(async () => {
  fees = await startFeesUnderTest();
});
afterAll(() => fees.stop());

describe('a write to a database with a full disk', () => {
  it('gets a 503 that names the cause; the service is not ready until there is free space again', async () => {
    const { api } = await fees.anAccount();
    const faults = async () => (await fees.running.operated.readiness()).faults;
    const post = () => api.post('/v2/surcharges', { type: 'cleaning', description: 'Cleaning' });
    expect(await faults()).toEqual([]);
    const makeRoom = fillDisk();
    try {
      const { status, body, headers } = await post();
      expect([status, body.status, headers.get('retry-after')]).toEqual([503, 'unavailable', '30']);
      expect(body.messages).toEqual(['the disk of the database is full; try again in 30 seconds']);
      expect(await faults()).toEqual(['the disk of the database is full']);
    } finally {
      makeRoom();
    }
    await until(async () => (await faults()).length === 0);
    expect((await post()).status).toBe(200);
  });
});
