import type { Bench } from '../harness/bench';
import { measureRatio } from '../harness/rounds';
import type { Row } from '../harness/row';
import { type FilledAccount, twoAccounts } from '../servers/two-accounts';
import { daysFromNow } from '../harness/days';

const CLIENTS = 8;

type Request = (account: FilledAccount) => () => Promise<void>;

/** Returns a function that returns the items of a list one after another, and begins again after the last item. */
function next<Item>(items: readonly Item[]): () => Item {
  let at = 0;
  return () => items[at++ % items.length]!;
}

/** Compares the rate of a request for the large account with the rate of the same request for the small account. */
function scaled(name: string, what: string, request: Request): Row {
  const run = async (bench: Bench) => {
    const { small, large, sizes } = await bench.share(twoAccounts);
    const side = (account: FilledAccount) => ({ clients: CLIENTS, work: request(account) });
    const measurement = await measureRatio(bench, side(large), side(small));
    return { ...measurement, details: `${measurement.details}; ${sizes}` };
  };
  const title = `${what}: an account with 100 times the records ÷ one like the demo account`;
  return { name: `scale-${name}`, title, unit: 'ratio', goal: { atLeast: 0.8 }, isLong: true, run };
}

/** The first night that is free at every property, in days from today. All imported stays end before it. */
const FREE_FROM = 300;
/** The number of nights from FREE_FROM on that the benchmark books at each property. */
const FREE_NIGHTS = 200;

export const scaleRows: Row[] = [
  scaled('booking', '`GET v2/bookings/{id}`', ({ booking, bookingIds }) => {
    const id = next(bookingIds);
    return () => booking.run('GET', `/v2/bookings/${id()}`);
  }),
  scaled('list', '`GET v2/bookings` of a property', ({ booking, propertyIds }) => {
    const id = next(propertyIds);
    return () => booking.run('GET', `/v2/bookings?property_ids=${id()}&limit=20`);
  }),
  scaled('offset', '`GET v2/bookings` with `offset=500`', ({ booking }) => {
    return () => booking.run('GET', '/v2/bookings?limit=20&offset=500');
  }),
  scaled('calendar', '20 calendars of 90 nights', ({ pricing }) => {
    return () => pricing.run('GET', `/v2/calendar?from=${daysFromNow(0)}&to=${daysFromNow(89)}&limit=20`);
  }),
  scaled('create', '`POST v2/bookings`', ({ booking, propertyIds }) => {
    const nights = propertyIds
      .slice(0, 30)
      .flatMap((property_id) =>
        Array.from({ length: FREE_NIGHTS }, (_, at) => ({ property_id, from: FREE_FROM + at })),
      );
    const night = next(nights);
    return () => {
      const { property_id, from } = night();
      const stay = { property_id, arrival: daysFromNow(from), departure: daysFromNow(from + 1), adults: 2 };
      return booking.run('POST', '/v2/bookings', JSON.stringify({ ...stay, ignore_rules: true }));
    };
  }),
];
