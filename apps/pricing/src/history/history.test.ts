import type { ChangedRange } from '@keyhaven/contracts/pricing/calendar-change';
import { services } from '@keyhaven/contracts/platform/services';
import { calendarEvents } from '../testing/calendar-events';
import type { HistoryNight } from '../store/history-night';
import { addDays } from '@keyhaven/stays/calendar-date';
import { localTimeAt } from '@keyhaven/stays/local-time';
import { until } from '@keyhaven/testing/until';
import {
  daysFromNow,
  type PricingUnderTest,
  startPricingUnderTest,
  type TestAccount,
} from '../testing/pricing-under-test';

let service: PricingUnderTest;
beforeAll(async () => {
  service = await startPricingUnderTest();
});
afterAll(() => service.stop());

const [longAgo, lastWeek, yesterday] = [daysFromNow(-40), daysFromNow(-7), daysFromNow(-2)];

async function aPropertyWithHistory(facts: Record<string, unknown> = {}): Promise<{
  account: TestAccount;
  property: number;
  price: (amount: number) => Promise<void>;
}> {
  const account = await service.anAccount();
  const property = await account.property(facts);
  const price = async (amount: number) => {
    const patch = { default_rate: { amount }, history_from: longAgo };
    expect((await account.operator.patch(`/properties/${property}/pricing`, patch)).status).toBe(200);
  };
  await price(100);
  return { account, property, price };
}

async function rents(account: TestAccount, property: number, dates: string[]): Promise<(number | undefined)[]> {
  const nights = await account.nights(property, longAgo, daysFromNow(10));
  return dates.map((date) => nights.get(date)?.rate?.rent as number | undefined);
}

describe('past nights', () => {
  it('have the rates that applied when their day ended, even if prices change later', async () => {
    const { account, property, price } = await aPropertyWithHistory();
    const tomorrow = daysFromNow(2);
    const dates = [lastWeek, yesterday, tomorrow];
    expect(await rents(account, property, dates)).toEqual([100, 100, 100]);
    await price(120);
    expect(await rents(account, property, dates)).toEqual([100, 100, 120]);
    const season = { name: 'All year', from: '01-01', to: '12-31', currency_code: 'EUR', rate: { amount: 140 } };
    await account.operator.post('/seasons', season);
    expect(await rents(account, property, dates)).toEqual([100, 100, 140]);
    const spot = (date: string) => ({ property_id: property, date, amount: 160, currency: 'EUR' });
    await account.api.patch('/v2/spotrates', [spot(yesterday), spot(tomorrow)]);
    expect(await rents(account, property, dates)).toEqual([100, 100, 160]);
  });

  it.each(['Pacific/Kiritimati', 'America/New_York', 'Pacific/Pago_Pago'])(
    'keep their rates when a stay that began yesterday is priced again (time zone %s)',
    async (time_zone) => {
      const { account, property, price } = await aPropertyWithHistory({ time_zone });
      const today = localTimeAt(new Date(), time_zone).date;
      const dates = { arrival: addDays(today, -1), departure: addDays(today, 2) };
      const rentsOfStay = async () => {
        const stay = { user_id: account.userId, property_id: property, ...dates };
        const { body } = await service.asOperator().post('/internal/stays/price', stay);
        return body.nights.map(({ rent }: { rent: number }) => rent) as number[];
      };
      expect(await rentsOfStay()).toEqual([100, 100, 100]);
      await price(120);
      expect(await rentsOfStay()).toEqual([100, 120, 120]);
    },
  );

  it('are recorded by a periodic sweep soon after their day has ended', async () => {
    const { property } = await aPropertyWithHistory();
    const months = service.connection.collection('rate_history');
    const recorded = await until(async () => {
      const found = await months.find({ property_id: property }).toArray();
      return found.length > 0 ? found.flatMap(({ nights }) => nights as HistoryNight[]) : undefined;
    });
    expect(recorded.find(({ date }) => date === yesterday)).toMatchObject({ rent_minor: 10_000 });
    await until(async () => {
      const calendar = await service.connection.collection('calendars').findOne({ _id: property as never });
      return calendar!.unrecorded_from >= localTimeAt(new Date(), 'America/New_York').date;
    });
  });

  it('are recorded by a periodic sweep even if recording the nights of another account fails', async () => {
    const calendars = service.connection.collection<{ _id: number; ends_utc: Date }>('calendars');
    const account = await service.anAccount();
    const [failing, property] = [await (await service.anAccount()).property(), await account.property()];
    for (const _id of [failing, property]) await until(() => calendars.findOne({ _id }));
    const unreadable = { unrecorded_from: null, ends_utc: new Date(1) };
    await calendars.updateOne({ _id: failing }, { $set: unreadable, $inc: { revision: 1 } });
    const ended = { unrecorded_from: daysFromNow(-3), ends_utc: new Date(2) };
    await calendars.updateOne({ _id: property }, { $set: ended, $inc: { revision: 1 } });
    await until(async () => (await calendars.findOne({ _id: property }))!.ends_utc > new Date());
    await calendars.deleteOne({ _id: failing });
  });

  it('are included in a calendar event when a day ends', async () => {
    const { account, property } = await aPropertyWithHistory();
    const events = await calendarEvents(service, account.userId, property);
    const ranges = events.flatMap(({ entity }) => entity.ranges as ChangedRange[]);
    const isNamed = (night: string) => ranges.some(({ from, to }) => from <= night && night <= to);
    expect([longAgo, yesterday, daysFromNow(0), daysFromNow(729)].map(isNamed)).toEqual([true, true, true, true]);
    expect(events.every(({ action }) => action === 'entity_update')).toBe(true);
  });

  it('are returned from `history_from` on, or else from the day on which the pricing service received the property', async () => {
    const account = await service.anAccount();
    const property = await account.property();
    expect([...(await account.nights(property, longAgo, lastWeek)).keys()]).toEqual([]);
    await account.operator.patch(`/properties/${property}/pricing`, { history_from: daysFromNow(-9) });
    const [first] = (await account.nights(property, longAgo, lastWeek)).keys();
    expect(first).toBe(daysFromNow(-9));
  });

  it.each([
    ['with an outdated If-Match', { 'if-match': '"9"' }, 412],
    ['with an Idempotency-Key of another request', { 'idempotency-key': 'used' }, 422],
  ])(
    'get the price that applies when history_from is set, even if an earlier request to set it was refused (%s)',
    async (_which, headers, status) => {
      const account = await service.anAccount();
      const property = await account.property();
      const path = `/properties/${property}/pricing`;
      await account.operator.patch(path, { default_rate: { amount: 100 } }, { 'idempotency-key': 'used' });
      const refused = await account.operator.patch(path, { history_from: longAgo }, headers);
      expect(refused.status).toBe(status);
      // If the refused request had moved the start of the history, this request would record the
      // old price for these days.
      await account.operator.patch(path, { default_rate: { amount: 120 } });
      expect((await account.operator.patch(path, { history_from: longAgo })).status).toBe(200);
      expect(await rents(account, property, [lastWeek, yesterday])).toEqual([120, 120]);
    },
  );

  it('have the status available, but disallow stays', async () => {
    const { account, property } = await aPropertyWithHistory();
    const night = (await account.nights(property, lastWeek, lastWeek)).get(lastWeek)!;
    expect(night).toMatchObject({ status: 'available', rules: { is_stay_disallowed: true } });
  });
});

describe('the first night of the calendar', () => {
  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York', 'Asia/Kathmandu'])(
    "is today's date in the property's time zone %s",
    async (time_zone) => {
      const account = await service.anAccount({ time_zone: 'Europe/Rome' });
      const own = await account.property({ time_zone });
      const [first] = (await account.nights(own, daysFromNow(-3), daysFromNow(3))).keys();
      expect(first).toBe(localTimeAt(new Date(), time_zone).date);
    },
  );

  it("is today's date in the current time zone of the account if the property has no time zone", async () => {
    const account = await service.anAccount({ time_zone: 'Pacific/Kiritimati' });
    const property = await account.property({ time_zone: null });
    const range = { from: daysFromNow(-3), to: daysFromNow(3) };
    const first = async () => [...(await account.nights(property, range.from, range.to)).keys()][0];
    expect(await first()).toBe(localTimeAt(new Date(), 'Pacific/Kiritimati').date);
    const price = async () =>
      (
        await service.asOperator().post('/internal/stays/price', {
          user_id: account.userId,
          property_id: property,
          arrival: range.to,
          departure: daysFromNow(4),
        })
      ).body;
    expect(await price()).toMatchObject({ today: localTimeAt(new Date(), 'Pacific/Kiritimati').date });
    await account.publish(services.identity.topic, {
      entity_type: 'account',
      entity_id: account.userId,
      entity: { currency_code: 'USD', time_zone: 'Pacific/Pago_Pago' },
    });
    expect(await price()).toMatchObject({
      time_zone: 'Pacific/Pago_Pago',
      today: localTimeAt(new Date(), 'Pacific/Pago_Pago').date,
    });
  });
});
