import { killStart } from '@keyhaven/testing/crash/kill-start';
import {
  answeredCalls,
  type FiredAt,
  prepareUnderFire,
  type ServiceUnderFire,
} from '@keyhaven/testing/crash/service-under-fire';
import { countCalls } from '@keyhaven/testing/crash/shoot';
import { inTime, orderKillPoints, type SuiteSize, suiteSize } from '@keyhaven/testing/crash/suite-size';
import { violationsAtRest } from '@keyhaven/testing/crash/violations-at-rest';
import { operatorPath, success } from '@keyhaven/testing/crash/requests';
import { countUnpublished } from '@keyhaven/testing/crash/read-stored';
import { anAccountId } from '@keyhaven/testing/service-under-test';
import { until } from '@keyhaven/testing/until';
import { bookingTarget } from './booking-target';
import { aBooking, aProperty, faultsOfNights, july } from './requests';
import { stayPaths } from './stay-paths';

const { introduce, records } = bookingTarget;

describe('a booking process that starts after another process was killed', () => {
  let size: SuiteSize;
  let service: ServiceUnderFire;
  beforeEach(async () => {
    size = suiteSize();
    service = await prepareUnderFire(bookingTarget);
  });
  afterEach(() => service.stop());

  it('books nights only once, no matter at which database call the other process was killed during its first start', async () => {
    const first = await service.start({ point: undefined });
    const { length } = await until(() => answeredCalls(first));
    await first.program.kill();
    for (const point of inTime(size, orderKillPoints(size, 'first start', length))) {
      await service.connection.dropDatabase();
      expect([point, await killStart(service, point)]).toEqual([point, true]);
      const next = await service.start();
      const world = await newWorld(next);
      const { property_id } = await aBooking(world);
      expect(await faultsOfNights(world, property_id, july, 'taken')).toEqual([]);
      await next.program.kill();
    }
  }, 600_000);

  it('publishes all remaining events, no matter at which call the other process was killed while it published events', async () => {
    const leaveUnpublished = await crashBeforePublishing();
    await leaveUnpublished();
    const counted = await service.start({ point: undefined });
    await until(async () => (await countUnpublished(service.connection, records)) === 0);
    const calls = await until(() => answeredCalls(counted));
    await counted.program.kill();
    const firstOfSweep = calls.findIndex((name) => name === `find ${records[0]!.collection}`);
    let killed = 0;
    for (const { side, call } of inTime(size, orderKillPoints(size, 'sweep', calls.length - firstOfSweep))) {
      killed++;
      await leaveUnpublished();
      await killStart(service, { side, call: call + firstOfSweep });
    }
    await service.start();
    expect(await violationsAtRest(service, [])).toEqual([]);
    expect(service.recorder.published.first.length).toBeGreaterThanOrEqual(2 * killed);
  }, 600_000);

  it('closes an expired quote, no matter at which call the other process was killed while it closed the quote', async () => {
    await leaveOver();
    const counted = await service.start({ point: undefined });
    await until(async () => (await overStays()) === 0 && (await countUnpublished(service.connection, records)) === 0);
    const calls = await until(() => answeredCalls(counted));
    await counted.program.kill();
    const firstOfSweep = calls.indexOf('findAndModify stays');
    let killed = 0;
    for (const { side, call } of inTime(size, orderKillPoints(size, 'expiry', calls.length - firstOfSweep))) {
      killed++;
      await leaveOver();
      await killStart(service, { side, call: call + firstOfSweep });
    }
    await service.start();
    await until(async () => (await overStays()) === 0);
    expect(await violationsAtRest(service, [])).toEqual([]);
    const stored = await service.connection.collection('stays').find({}).toArray();
    expect(stored).toHaveLength(killed + 1);
    for (const { quote, booking, night_keys } of stored) {
      expect([quote.state, booking.status, night_keys]).toEqual(['expired', 'canceled', undefined]);
    }
  }, 600_000);

  const overStays = () => service.connection.collection('stays').countDocuments({ 'quote.state': 'open' });

  /** Creates a quote with a hold that expires while no process runs. */
  async function leaveOver(): Promise<void> {
    const process = await service.start();
    const world = await newWorld(process);
    const property = { name: 'Casa Aurora', currency_code: 'EUR', time_zone: 'Europe/Rome' };
    const { id } = await success(world.operator.post(operatorPath(world, '/properties'), property));
    await success(world.api.post('/v2/quotes', { property_id: id, ...july, hold_dates: true }));
    await until(async () => (await countUnpublished(service.connection, records, world.userId)) === 0);
    await process.program.kill();
    const over = { $set: { 'quote.expires_utc': new Date(Date.now() - 60_000) } };
    await service.connection.collection('stays').updateOne({ user_id: world.userId }, over);
  }

  async function newWorld(process: FiredAt) {
    const world = process.world(anAccountId());
    await introduce!(world);
    return world;
  }

  /**
   * Returns a function that starts a process and kills it after a booking is written and before the
   * event is published. The function then expires the lease of the outbox, so that another process
   * publishes the event.
   */
  async function crashBeforePublishing(): Promise<() => Promise<void>> {
    const path = stayPaths.find(({ name }) => name === 'booking without a key')!;
    const witness = await service.start();
    const calls = await countCalls(service, witness, path);
    await witness.program.kill();
    const write = calls.indexOf('findAndModify stays') + 1;
    return async () => {
      const victim = await service.start();
      const world = await newWorld(victim);
      const property_id = await aProperty(world);
      await until(async () => (await countUnpublished(service.connection, records)) === 0);
      const doomed = victim.world(world.userId, { point: { side: 'after', call: write } });
      await doomed.api.post('/v2/bookings', { property_id, ...july }).catch(() => undefined);
      await until(() => victim.program.child.signalCode);
      for (const { collection } of records) {
        const due = { outbox_due_utc: { $exists: true } };
        await service.connection.collection(collection).updateMany(due, { $set: { outbox_due_utc: new Date(0) } });
      }
    };
  }
});
