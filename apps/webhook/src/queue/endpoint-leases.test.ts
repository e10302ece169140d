import { randomUUID } from 'node:crypto';
import { connectDatabase } from '@keyhaven/persistence/connect';
import { ensureIndexes } from '@keyhaven/persistence/indexes';
import { dropDatabases, freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import type { Connection } from 'mongoose';
import { appModel } from '../store/app.model';
import { subscriptionModel } from '../store/subscription.model';
import { FAILING_AFTER } from './domain/retry-schedule';
import { deliveryModel } from '../store/delivery.model';
import {
  announceWork,
  claimEndpoint,
  findDueEndpoints,
  readNextDueEndpoint,
  recordHealth,
  releaseEndpoint,
  renewLease,
} from './endpoint-leases';
import { endpointModel } from '../store/endpoint.model';
import { eventBodyModel } from '../store/event-body.model';
import { catchUpModel } from '../store/catch-up.model';
import { eventLogModel } from '../store/event-log.model';
import type { QueueModels } from '../store/queue-models';

const prefix = freshDatabasePrefix();
let connection: Connection;
let models: QueueModels;
beforeAll(async () => {
  connection = await connectDatabase({ uri: testDatabaseUri(), database: `${prefix}webhook` });
  models = {
    subscriptions: subscriptionModel(connection),
    apps: appModel(connection),
    deliveries: deliveryModel(connection),
    endpoints: endpointModel(connection),
    bodies: eventBodyModel(connection),
    logs: eventLogModel(connection),
    catchUps: catchUpModel(connection),
  };
  await ensureIndexes(connection);
});
afterAll(async () => {
  await connection.close();
  await dropDatabases(prefix, ['webhook']);
});

const now = new Date();
const later = new Date(now.getTime() + 60_000);

async function aDueEndpoint(): Promise<{ id: string; announce: () => Promise<void> }> {
  const key = { _id: randomUUID(), user_id: 1, app_key: 'app', webhook_url: 'https://hooks.example/' };
  const announce = () => announceWork(models, [key], now);
  await announce();
  return { id: key._id, announce };
}

describe('the lease of an endpoint', () => {
  it('is granted to exactly one of 20 concurrent processes', async () => {
    const { id } = await aDueEndpoint();
    const claims = await Promise.all(Array.from({ length: 20 }, (_, one) => claimEndpoint(models, id, `p${one}`, now)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await findDueEndpoints(models, now, 1000)).not.toContainEqual({ _id: id, user_id: 1 });
  });

  it('is not released if new work was announced after the lease was claimed', async () => {
    const { id, announce } = await aDueEndpoint();
    const held = await claimEndpoint(models, id, 'me', now);
    await announce();
    expect(await releaseEndpoint(models, held!, 'me', undefined)).toBe(false);
    const present = await renewLease(models, id, 'me');
    expect(await releaseEndpoint(models, present!, 'me', undefined)).toBe(true);
    // The endpoint is not due until new work is announced.
    expect(await claimEndpoint(models, id, 'another', later)).toBeUndefined();
    await announce();
    expect(await claimEndpoint(models, id, 'another', now)).toBeDefined();
  });

  it('can be claimed by another process after the lease has expired', async () => {
    const { id } = await aDueEndpoint();
    await claimEndpoint(models, id, 'gone', now);
    await models.endpoints.updateOne({ _id: id }, { $set: { leased_until_utc: new Date(0) } });
    expect(await findDueEndpoints(models, now, 1000)).toContainEqual({ _id: id, user_id: 1 });
    const taken = await claimEndpoint(models, id, 'me', now);
    expect(taken).toMatchObject({ owner: 'me' });
    // The previous owner can neither renew the lease nor release it.
    expect(await renewLease(models, id, 'gone')).toBeUndefined();
    expect(await releaseEndpoint(models, taken!, 'gone', undefined)).toBe(false);
  });

  it('cannot be claimed again before the next delivery is due', async () => {
    const { id } = await aDueEndpoint();
    const held = await claimEndpoint(models, id, 'me', now);
    await releaseEndpoint(models, held!, 'me', later);
    expect(await claimEndpoint(models, id, 'me', now)).toBeUndefined();
    expect(await claimEndpoint(models, id, 'me', later)).toBeDefined();
  });

  it('is not offered if the caller excludes the account, or excludes failing endpoints of the account', async () => {
    const { id } = await aDueEndpoint();
    const found = (accounts: number[], whereFailing: number[]) =>
      findDueEndpoints(models, now, 1000, { accounts, whereFailing }).then((all) => all.some(({ _id }) => _id === id));
    expect(await found([1], [])).toBe(false);
    expect(await found([2], [1])).toBe(true);
    await models.endpoints.updateOne({ _id: id }, { $set: { failures: FAILING_AFTER } });
    expect(await found([], [1])).toBe(false);
    expect(await found([], [2])).toBe(true);
    expect(await claimEndpoint(models, id, 'me', now, false)).toBeUndefined();
    expect(await claimEndpoint(models, id, 'me', now)).toBeDefined();
  });
});

describe('the time at which the next endpoint has work to do', () => {
  beforeEach(() => models.endpoints.deleteMany({}));

  it('is undefined if no endpoint has work', async () => {
    expect(await readNextDueEndpoint(models, now)).toBeUndefined();
  });

  it('is the time of the next retry', async () => {
    const { id } = await aDueEndpoint();
    const { news } = (await claimEndpoint(models, id, 'p', now))!;
    await releaseEndpoint(models, { _id: id, news }, 'p', later);
    expect(await readNextDueEndpoint(models, now)).toEqual(later);
  });

  it('is the end of a pause, even if new changes arrive during the pause', async () => {
    const { id, announce } = await aDueEndpoint();
    await claimEndpoint(models, id, 'p', now);
    await recordHealth(models, id, 'p', { failures: 6, failing_since_utc: now, not_before_utc: later });
    await announce();
    expect(await readNextDueEndpoint(models, now)).toEqual(later);
  });

  it('is the time of the next retry, even if many endpoints got new changes during longer pauses', async () => {
    const paused = await Promise.all(Array.from({ length: 60 }, aDueEndpoint));
    const ids = paused.map(({ id }) => id);
    await models.endpoints.updateMany({ _id: { $in: ids } }, { $set: { not_before_utc: later } });
    const retryUtc = new Date(now.getTime() + 10_000);
    const { id } = await aDueEndpoint();
    const { news } = (await claimEndpoint(models, id, 'p', now))!;
    await releaseEndpoint(models, { _id: id, news }, 'p', retryUtc);
    expect(await readNextDueEndpoint(models, now)).toEqual(retryUtc);
  });

  it('is the current time while an endpoint with due work is leased, because the leasing process may have died', async () => {
    const { id } = await aDueEndpoint();
    await claimEndpoint(models, id, 'dead', now);
    expect(await readNextDueEndpoint(models, now)).toEqual(now);
  });
});
