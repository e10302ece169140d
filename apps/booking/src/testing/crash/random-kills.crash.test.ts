import { killAtRandom } from '@keyhaven/testing/crash/kill-at-random';
import { readStored } from '@keyhaven/testing/crash/read-stored';
import { seededRandom } from '@keyhaven/testing/crash/seeded-random';
import { type FiredAt, prepareUnderFire, type ServiceUnderFire } from '@keyhaven/testing/crash/service-under-fire';
import { suiteSize } from '@keyhaven/testing/crash/suite-size';
import { violationsAtRest } from '@keyhaven/testing/crash/violations-at-rest';
import { type DatabaseProcess, startDatabaseProcess } from '@keyhaven/testing/database-process';
import { anAccountId } from '@keyhaven/testing/service-under-test';
import { bookingTarget } from './booking-target';
import { faultsOfTraces } from '../night-trace';
import { bookUntilAnswered } from './repeating-clients';
import { aQuotableProperty } from './requests';
import { traceStays } from './trace-stays';

describe('three booking processes and their database, killed at random', () => {
  const { isWhole, seed, end } = suiteSize();
  let database: DatabaseProcess;
  let service: ServiceUnderFire;
  let replicas: FiredAt[];
  beforeAll(async () => {
    database = await startDatabaseProcess();
    service = await prepareUnderFire(bookingTarget, { databaseUri: database.uri });
    replicas = await Promise.all([service.start(), service.start(), service.start()]);
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await database.stop();
  });

  it('lose no acknowledged change, and book no night twice', async () => {
    const userId = anAccountId();
    const worlds = () => replicas.map((replica) => replica.world(userId));
    await bookingTarget.introduce!(worlds()[0]!);
    const property_id = await aQuotableProperty(worlds()[0]!);
    const crashes = replicas.map((_, index) => ({
      crash: async () => {
        await replicas[index]!.program.kill();
        replicas[index] = await service.start();
      },
    }));
    const kills = killAtRandom([...crashes, database], isWhole ? 40 : 4, seededRandom(seed), { end });
    const { acknowledged, faults, bookingIds } = await bookUntilAnswered(worlds, property_id, kills);
    expect(faults).toEqual([]);
    expect(await violationsAtRest(service, acknowledged)).toEqual([]);
    const stored = await readStored(service.connection, bookingTarget.records);
    expect(new Set(stored.filter(({ type }) => type === 'booking').map(({ id }) => id))).toEqual(bookingIds);
    const traces = traceStays(service.recorder.published.first, stored);
    const observed = traces.reduce((sum, { states }) => sum + states.length, 0);
    process.stderr.write(`random kills: ${observed} states of ${traces.length} bookings observed\n`);
    expect(traces).toHaveLength(bookingIds.size);
    expect(faultsOfTraces(traces)).toEqual([]);
  }, 600_000);
});
