import { services } from '@keyhaven/contracts/platform/services';
import { accountId } from '@keyhaven/persistence/account-scope';
import { addDays } from '@keyhaven/stays/calendar-date';
import { instantOfLocalTime, localTimeAt } from '@keyhaven/stays/local-time';
import { until } from '@keyhaven/testing/until';
import type { CalendarDocument } from '../store/calendar.model';
import { calendarEvents, rangesOf } from '../testing/calendar-events';
import { type OtherProcess, startOtherProcess } from '../testing/other-process';
import { type PricingUnderTest, startPricingUnderTest, type TestAccount } from '../testing/pricing-under-test';
import { syncCalendar } from './sync-calendar';

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

/** Time zones where it is before 15:00 now, ordered from west to east. */
const [zone, toTheEast, furtherEast] =
  new Date().getUTCHours() < 12
    ? (['UTC', 'Africa/Lagos', 'Africa/Johannesburg'] as const)
    : (['Pacific/Pago_Pago', 'Pacific/Honolulu', 'Pacific/Gambier'] as const);

const calendars = () => service.connection.collection<CalendarDocument>('calendars');
const instantIn = (timeZone: string, time: string, daysFromToday = 0) =>
  instantOfLocalTime({ date: addDays(localTimeAt(new Date(), timeZone).date, daysFromToday), time }, timeZone);

async function aProperty(facts = {}): Promise<{ account: TestAccount; property: number }> {
  const account = await service.anAccount({ time_zone: zone });
  const property = await account.property(facts);
  await calendarEvents(service, account.userId, property);
  return { account, property };
}

/** Publishes an event that changes the account's time zone to one further east. */
const moveAccount = (account: TestAccount) =>
  account.publish(services.identity.topic, {
    ...{ entity_type: 'account', entity_id: account.userId },
    entity: { currency_code: 'EUR', time_zone: toTheEast },
  });

/** Waits until the calendar has stored `instant` as the next time at which its nights change without a write. */
async function expectNext(property: number, instant: Date): Promise<void> {
  const storedEnd = async () => (await calendars().findOne({ _id: property }))?.ends_utc?.toISOString();
  await until(async () => (await storedEnd()) === instant.toISOString()).catch(() => undefined);
  expect(await storedEnd()).toBe(instant.toISOString());
}

describe('the time of day at which same-day arrivals end', () => {
  it('causes an event about all nights that a stay with an arrival today could include', async () => {
    const { account, property } = await aProperty();
    const today = localTimeAt(new Date(), zone).date;
    await account.operator.patch(`/properties/${property}/pricing`, { same_day_until: '00:00' });
    await calendarEvents(service, account.userId, property);
    const events = await rangesOf(service, account.userId, property, async () => {
      await calendars().updateOne({ _id: property }, { $set: { ends_utc: new Date() }, $inc: { revision: 1 } });
      // When a request changes a price, it also publishes the changes that are due because time has
      // passed. So this request publishes these changes before the sweep does.
      await account.operator.patch(`/properties/${property}/pricing`, {});
    });
    expect(events).toEqual([[{ from: today, to: addDays(today, 1100), categories: ['availability', 'rules'] }]]);
    const { unrecorded_from } = (await calendars().findOne({ _id: property }))!;
    expect(unrecorded_from).toBe(today);
    await expectNext(property, instantIn(zone, '00:00', 1));
  });

  it('is stored as the time of the next calendar change when a property is created or its settings change', async () => {
    const { account, property } = await aProperty();
    await expectNext(property, instantIn(zone, '18:00'));
    const patch = (settings: object) => account.operator.patch(`/properties/${property}/pricing`, settings);
    await patch({ same_day_until: '20:15' });
    await expectNext(property, instantIn(zone, '20:15'));
    await patch({ advance_notice_days: 1 });
    await expectNext(property, instantIn(zone, '00:00', 1));
    await patch({ advance_notice_days: 0 });
    await expectNext(property, instantIn(zone, '20:15'));
    await patch({ same_day_until: null });
    await expectNext(property, instantIn(zone, '00:00', 1));
  });

  it('is computed again when the time zone of the property or the account changes', async () => {
    const { account, property } = await aProperty();
    await moveAccount(account);
    await expectNext(property, instantIn(toTheEast, '18:00'));
    await account.changeProperty(property, { time_zone: furtherEast });
    await expectNext(property, instantIn(furtherEast, '18:00'));
  });

  it('causes an event even if the property changes before the event is published', async () => {
    const { account, property } = await aProperty();
    const [ranges] = await rangesOf(service, account.userId, property, async () => {
      const due = { ends_utc: new Date(Date.now() - 1000) };
      await calendars().updateOne({ _id: property }, { $set: due, $inc: { revision: 1 } });
      await account.changeProperty(property, { is_snoozed: true });
    });
    expect(ranges).toContainEqual(expect.objectContaining({ categories: ['availability', 'rules'] }));
  });

  it("is stored for the new time zone if another process updates the calendar while the account's time zone changes", async () => {
    const { account, property } = await aProperty();
    await calendars().updateOne({ _id: property }, { $set: { 'property.is_snoozed': true }, $inc: { revision: 1 } });
    const findOne = other.store.accounts.findOne.bind(other.store.accounts);
    jest.spyOn(other.store.accounts, 'findOne').mockImplementationOnce(async (...args) => {
      const old = await findOne(...args);
      await moveAccount(account);
      await expectNext(property, instantIn(toTheEast, '18:00'));
      return old;
    });
    await syncCalendar(other.store, { accountId: accountId(account.userId) }, property);
    await expectNext(property, instantIn(toTheEast, '18:00'));
    expect((await calendars().findOne({ _id: property }))!.property.is_snoozed).toBe(false);
  });

  it("is stored for the new time zone if another process creates the calendar while the account's time zone changes", async () => {
    const { account, property } = await aProperty();
    await calendars().deleteOne({ _id: property });
    const create = other.store.calendars.create.bind(other.store.calendars);
    jest.spyOn(other.store.calendars, 'create').mockImplementationOnce(async (...args) => {
      await moveAccount(account);
      const accounts = service.connection.collection<{ _id: number; time_zone: string }>('account_copies');
      await until(async () => (await accounts.findOne({ _id: account.userId }))?.time_zone === toTheEast);
      return create(...args);
    });
    await syncCalendar(other.store, { accountId: accountId(account.userId) }, property);
    await expectNext(property, instantIn(toTheEast, '18:00'));
  });
});
