import { calendarCategories, type ChangedRange } from '@keyhaven/contracts/pricing/calendar-change';
import { addDays } from '@keyhaven/stays/calendar-date';
import { localTimeAt } from '@keyhaven/stays/local-time';
import { until } from '@keyhaven/testing/until';
import type { CalendarDocument } from '../store/calendar.model';
import {
  aPricedProperty,
  calendarEvents,
  categoriesOf,
  type PricedProperty,
  rangesOf,
} from '../testing/calendar-events';
import { daysFromNow as day, type PricingUnderTest, startPricingUnderTest } from '../testing/pricing-under-test';
import { COLLECT_MS } from './note-change';

let service: PricingUnderTest;
beforeAll(async () => {
  service = await startPricingUnderTest();
});
afterAll(() => service.stop());

const stay = { arrival: day(5), departure: day(7) };

const publishedFor = ({ account, property }: PricedProperty, change: () => Promise<unknown>) =>
  rangesOf(service, account.userId, property, change);

describe('a calendar event', () => {
  it("has the property's id, the action entity_update and the categories of the changed nights", async () => {
    const place = await aPricedProperty(service);
    const { account, property } = place;
    await publishedFor(place, () => account.operator.post('/holidays', { name: 'Fair', from: day(25) }));
    const events = await calendarEvents(service, account.userId, property);
    expect(events.map(({ version }) => version)).toEqual(events.map((_, index) => index + 1));
    expect(events[0]).toMatchObject({
      ...{ action: 'entity_update', entity_type: 'calendar', entity_id: property, user_id: account.userId },
      categories: [...calendarCategories],
    });
    expect(events.at(-1)).toMatchObject({ action: 'entity_update', categories: ['rules'] });
    expect(events.at(-1)!.entity).toEqual({
      property_id: property,
      ranges: [{ from: day(25), to: day(25), categories: ['rules'] }],
    });
  });

  it('contains all changes of a property that are made within two seconds', async () => {
    /**
     * Makes several changes. @returns the events; undefined if the changes took two seconds or
     * longer.
     */
    const changeInTime = async () => {
      const place = await aPricedProperty(service);
      const { account, property } = place;
      let tookMs = Infinity;
      const events = await publishedFor(place, async () => {
        const began = performance.now();
        const rates = [40, 41, 42, 50].map((offset) =>
          account.api.patch('/v2/spotrates', [
            { property_id: property, date: day(offset), amount: 80 + offset, currency: 'EUR' },
          ]),
        );
        await Promise.all([...rates, account.operator.post('/holidays', { name: 'Fair', from: day(3000) })]);
        tookMs = performance.now() - began;
      });
      return tookMs < COLLECT_MS ? events : undefined;
    };
    // On a busy machine, the changes may take longer than two seconds. Then there is more than one
    // event, and the test makes the changes again.
    const events = await until(changeInTime, 200_000);
    expect(events).toHaveLength(1);
    const ranges = events[0]!;
    expect([40, 42, 45, 50, 3000].map((offset) => categoriesOf(ranges, day(offset)).join(' '))).toEqual([
      ...['availability rates', 'availability rates', 'availability', 'availability rates', 'rules'],
    ]);
  }, 240_000);

  it('contains the nights of a new booking and the vacant nights up to the previous and the next booking', async () => {
    const place = await aPricedProperty(service);
    const { account, property } = place;
    const book = (from: number, to: number) =>
      account.booking({ property_id: property, arrival: day(from), departure: day(to) });
    await Promise.all([book(10, 12), book(20, 22)]);
    const [ranges] = await publishedFor(place, () => book(14, 16));
    expect(ranges).toEqual([{ from: day(12), to: day(20), categories: ['availability'] }]);
  });

  it('contains the changed nights even if a later change restores the previous values', async () => {
    const place = await aPricedProperty(service);
    const { account, property } = place;
    const first = { property_id: property, ...stay };
    const id = await account.booking(first);
    await calendarEvents(service, account.userId, property);
    const canceled = await publishedFor(place, () => account.booking({ ...first, id, status: 'canceled' }));
    const again = await publishedFor(place, () => account.booking({ ...first, id }));
    expect(again).toEqual(canceled);
  });

  it('contains the nights that change when a day ends', async () => {
    const place = await aPricedProperty(service);
    const today = localTimeAt(new Date(), 'Europe/Rome').date;
    const yesterday = addDays(today, -1);
    const calendars = service.connection.collection<CalendarDocument>('calendars');
    const [ranges] = await publishedFor(place, async () => {
      const dayBefore = { $set: { unrecorded_from: yesterday, ends_utc: new Date() }, $inc: { revision: 1 } };
      await calendars.updateOne({ _id: place.property }, dayBefore);
      // Before a request changes a price, it records the prices of past nights. So this request
      // records these prices before the sweep does.
      await place.account.operator.patch(`/properties/${place.property}/pricing`, { history_from: undefined });
    });
    expect(ranges).toEqual([
      { from: yesterday, to: addDays(today, 728), categories: ['availability', 'rules'] },
      { from: addDays(today, 729), to: addDays(today, 729), categories: [...calendarCategories] },
      { from: addDays(today, 730), to: addDays(today, 1100), categories: ['availability', 'rules'] },
    ]);
  });

  it('is published by a periodic sweep if the process that wrote the change has crashed', async () => {
    const place = await aPricedProperty(service);
    await calendarEvents(service, place.account.userId, place.property);
    const ranges: ChangedRange[] = [{ from: day(1), to: day(2), categories: ['rules'] }];
    const left = { pending: { ranges, due_utc: new Date(Date.now() - 60_000) } };
    const calendars = service.connection.collection<CalendarDocument>('calendars');
    const events = await publishedFor(place, () =>
      calendars.updateOne({ _id: place.property }, { $set: left, $inc: { revision: 1, calendar_version: 1 } }),
    );
    expect(events).toEqual([ranges]);
  });

  it('is published by a periodic sweep even if the event of another account could not be published', async () => {
    const [failing, place] = [await aPricedProperty(service), await aPricedProperty(service)];
    for (const { account, property } of [failing, place]) await calendarEvents(service, account.userId, property);
    const calendars = service.connection.collection<{ _id: number }>('calendars');
    const leave = ({ property }: PricedProperty, ranges: unknown[], minutesAgo: number) => {
      const pending = { ranges, due_utc: new Date(Date.now() - minutesAgo * 60_000) };
      const raised = { revision: 1, calendar_version: 1 };
      return calendars.updateOne({ _id: property }, { $set: { pending }, $inc: raised });
    };
    const ranges: ChangedRange[] = [{ from: day(1), to: day(2), categories: ['rules'] }];
    await leave(failing, [null], 20);
    expect(await publishedFor(place, () => leave(place, ranges, 10))).toEqual([ranges]);
    await calendars.updateOne({ _id: failing.property }, { $unset: { pending: 1 }, $inc: { revision: 1 } });
  });
});
