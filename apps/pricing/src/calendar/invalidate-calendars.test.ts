import { spotRatesPatch } from '@keyhaven/contracts/pricing/spot-rate';
import type { ChangedRange } from '@keyhaven/contracts/pricing/calendar-change';
import { accountId } from '@keyhaven/persistence/account-scope';
import { calendarEvents } from '../testing/calendar-events';
import { type OtherProcess, startOtherProcess } from '../testing/other-process';
import { daysFromNow, type PricingUnderTest, startPricingUnderTest } from '../testing/pricing-under-test';
import { updateSpotRates } from '../spot-rates/update-spot-rates';

let service: PricingUnderTest;
let other: OtherProcess;
beforeAll(async () => {
  service = await startPricingUnderTest();
  other = await startOtherProcess(service);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

describe('PATCH v2/spotrates for many properties', () => {
  it('invalidates 8 calendars at a time, each with its own changed nights', async () => {
    const account = await service.anAccount();
    const properties = await Promise.all(Array.from({ length: 16 }, () => account.property()));
    // Wait for the events that creating the properties caused, so that the next event contains only the changed rates.
    for (const property of properties) await calendarEvents(service, account.userId, property);
    const { calendars } = other.store;
    const update = calendars.update.bind(calendars);
    let [underWay, most] = [0, 0];
    jest.spyOn(calendars, 'update').mockImplementation(async (...args) => {
      most = Math.max(most, ++underWay);
      return update(...args).finally(() => underWay--);
    });
    const rates = properties.map((property_id, index) => ({
      property_id,
      date: daysFromNow(10 + index),
      amount: 100,
      currency: 'EUR',
    }));
    await updateSpotRates(other.store, { accountId: accountId(account.userId) }, spotRatesPatch.parse(rates));
    expect(most).toBe(8);
    const invalidated = await service.connection.collection('calendars').find({ user_id: account.userId }).toArray();
    expect(invalidated.map(({ calendar_version }) => calendar_version)).toEqual(properties.map(() => 2));
    for (const [index, property] of properties.entries()) {
      const day = daysFromNow(10 + index);
      const events = await calendarEvents(service, account.userId, property);
      const ranges = events.flatMap(({ entity }) => entity.ranges as ChangedRange[]);
      expect(ranges).toContainEqual({ from: day, to: day, categories: ['availability', 'rates'] });
    }
  });
});
