import type { DemoPlan, PlannedCharge } from '../plan/demo-plan';
import { leapDay, planOf } from '../testing/plans';
import { startStubPlatform, type StubPlatform } from '../testing/stub-platform';
import { loadDemoData } from './load-demo-data';
import type { LoadProgress } from './load-run';

const USER = 7;

/** Returns a smaller plan with a few properties, including a house with its rooms. */
function smallPlan(): DemoPlan {
  const plan = planOf(leapDay);
  const house = plan.properties.find(({ partOf }) => partOf !== null)!.partOf;
  const ofHouse = plan.properties.filter(({ key, partOf }) => key === house || partOf === house);
  const properties = [...new Set([...plan.properties.slice(0, 4), ...ofHouse])];
  const bookings = plan.bookings.filter(({ property }) => properties.some(({ key }) => key === property)).slice(0, 60);
  const wanted = new Set([...properties.map(({ owner }) => owner), ...bookings.map(({ guest }) => guest)]);
  const isHere = (key: string) => properties.some((property) => property.key === key);
  const threads = plan.threads.filter(({ booking }) => booking === null || bookings.some(({ key }) => key === booking));
  const messages = plan.messages.filter(({ thread }) => threads.some(({ key }) => key === thread));
  const payments = plan.money.payments
    .slice(0, 6)
    .map((payment, index) => ({ ...payment, booking: bookings[index]!.key, isVoided: index === 0 }));
  const { key: payment, booking } = payments[1]!;
  const money = {
    ...plan.money,
    payments,
    refunds: [{ ...plan.money.refunds[0]!, booking, payment }],
    bookingFees: [{ ...plan.money.bookingFees[0]!, booking, payment }],
    deposits: [{ ...plan.money.deposits[0]!, lines: [{ type: 'payment' as const, record: payment }] }],
    ownerEntries: plan.money.ownerEntries.filter(({ property }) => property !== null && isHere(property)),
  };
  const surcharges = plan.surcharges.filter((surcharge) => surcharge.properties.every(isHere));
  const discounts = plan.discounts.filter((discount) => discount.properties.every(isHere));
  const taxes = plan.taxes.slice(0, 3).map((tax) => ({ ...tax, property: properties[0]!.key }));
  const definitions = { surcharge: surcharges, discount: discounts, tax: taxes };
  const isDefined = ({ madeBy }: PlannedCharge) =>
    madeBy === null || definitions[madeBy.kind].some(({ key }) => key === madeBy.key);
  return {
    ...plan,
    money,
    quotes: plan.quotes.map((quote) => ({ ...quote, property: properties[0]!.key, guest: null })),
    threads,
    messages: messages.map((message, index) => ({ ...message, isRemoved: index === 0 })),
    properties,
    bookings: bookings.map((one) => ({ ...one, charges: one.charges.filter(isDefined) })),
    guests: plan.guests.filter(({ key }) => wanted.has(key)),
    owners: plan.owners.filter(({ key }) => wanted.has(key)),
    surcharges,
    discounts,
    taxes,
    propertyPricing: plan.propertyPricing.filter(({ key }) => isHere(key)),
    seasons: plan.seasons.filter(({ property }) => isHere(property)),
    spotRates: plan.spotRates.slice(0, 2).map((rates) => ({ ...rates, property: properties[0]!.key })),
    holidays: plan.holidays.filter(({ properties: keys }) => keys === null || keys.every(isHere)),
  };
}

const plan = smallPlan();
const rooms = plan.properties.filter(({ partOf }) => partOf !== null);
/**
 * The number of requests or import lines for each kind of record, in the order in which the kinds
 * are created.
 */
const counts: Record<string, number> = {
  listing_site: plan.listingSites.length,
  guest: plan.guests.length,
  owner: plan.owners.length,
  property: plan.properties.length,
  link: rooms.length,
  property_pricing: plan.propertyPricing.length,
  season: plan.seasons.length,
  holiday: plan.holidays.length,
  spot_rates: plan.spotRates.length,
  rate_history: plan.propertyPricing.length,
  surcharge: plan.surcharges.length,
  discount: plan.discounts.length,
  tax: plan.taxes.length,
  booking: plan.bookings.length,
  quote: plan.quotes.length,
  expiry: 1,
  acceptance: 1,
  rival: 1,
  thread: plan.threads.length,
  message: plan.messages.length,
  removal: plan.messages.filter(({ isRemoved }) => isRemoved).length,
  payment: plan.money.payments.length,
  refund: plan.money.refunds.length,
  fee: plan.money.bookingFees.length,
  voiding: plan.money.payments.filter(({ isVoided }) => isVoided).length,
  deposit: plan.money.deposits.length,
  owner_entry: plan.money.ownerEntries.length,
  closing: 1,
};
const sumOf = (kinds: string[]) => kinds.reduce((sum, kind) => sum + counts[kind]!, 0);
const total = sumOf(Object.keys(counts));
const untilBookings = sumOf([
  'listing_site',
  'guest',
  'owner',
  'property',
  'link',
  'property_pricing',
  'season',
  'holiday',
  'spot_rates',
  'rate_history',
  'surcharge',
  'discount',
  'tax',
  'booking',
]);

let platform: StubPlatform;
beforeEach(async () => {
  platform = await startStubPlatform();
});
afterEach(() => platform.stop());

const load = (onProgress: (progress: LoadProgress) => void = () => {}) =>
  loadDemoData(plan, platform.target, USER, onProgress);
const keysSeen = () => platform.seen.map(({ key }) => key);
const kindOf = (key: string) => key.split('/')[1];

describe('loadDemoData', () => {
  it('creates every record of the plan once, each with its own Idempotency-Key', async () => {
    await load();
    expect(platform.seen).toHaveLength(total);
    expect(new Set(keysSeen()).size).toBe(total);
    expect(keysSeen()).toContain(`demo/booking/${plan.bookings[0]!.key}`);
    expect(keysSeen().filter((key) => !/^[\x21-\x7e]{1,255}$/.test(key))).toEqual([]);
  });

  it('creates each record before the records that refer to it', async () => {
    await load();
    const order = keysSeen().map(kindOf);
    expect([...new Set(order)]).toEqual(Object.keys(counts));
    expect(order.lastIndexOf('property')).toBeLessThan(order.indexOf('booking'));
    expect(order.lastIndexOf('guest')).toBeLessThan(order.indexOf('property'));
  });

  it('sends the ids of created records as references in bookings, links, surcharges and properties', async () => {
    await load();
    const idOf = (kind: string, key: string | null) =>
      key === null ? null : platform.made.get(`demo/${kind}/${key}`)!.id;
    expect(plan.bookings.some(({ charges }) => charges.some(({ madeBy }) => madeBy !== null))).toBe(true);
    for (const { key, property, guest, listingSite, charges, body } of plan.bookings) {
      const written = charges.map(({ madeBy, ...charge }) => ({
        ...charge,
        ...(madeBy && { [`${madeBy.kind}_id`]: idOf(madeBy.kind, madeBy.key) }),
      }));
      expect(platform.made.get(`demo/booking/${key}`)!.body).toEqual({
        ...(JSON.parse(JSON.stringify(body)) as object),
        property_id: idOf('property', property),
        guest_id: idOf('guest', guest),
        listing_site_id: idOf('listing_site', listingSite),
        ...(charges.length > 0 ? { charges: written } : {}),
      });
    }
    for (const { key, partOf } of rooms) {
      const ids = [idOf('property', partOf), idOf('property', key)];
      expect(platform.made.get(`demo/link/${key}`)!.body).toEqual({ property_ids: ids });
    }
    for (const { key, properties, listingSites, body } of plan.surcharges) {
      expect(platform.made.get(`demo/surcharge/${key}`)!.body).toEqual({
        ...(JSON.parse(JSON.stringify(body)) as object),
        property_ids: properties.map((property) => idOf('property', property)),
        listing_site_ids: listingSites.map((site) => idOf('listing_site', site)),
      });
    }
    for (const { key, owner } of plan.properties) {
      expect(platform.made.get(`demo/property/${key}`)!.body.owner_id).toBe(idOf('owner', owner));
    }
  });

  it('uses service tokens for operator APIs, and account tokens for public APIs', async () => {
    await load();
    const [operatorPath, publicPath] = ['/operator/accounts/7/', '/v2/'];
    const doors: Record<string, [path: string, authorization: string]> = {
      listing_site: [`${operatorPath}listing_sites`, 'Bearer service-of-booking'],
      guest: [`${operatorPath}imports/guests`, 'Bearer service-of-booking'],
      owner: [`${operatorPath}imports/owners`, 'Bearer service-of-booking'],
      property: [`${operatorPath}imports/properties`, 'Bearer service-of-booking'],
      link: [`${operatorPath}links`, 'Bearer service-of-booking'],
      booking: [`${operatorPath}imports/bookings`, 'Bearer service-of-booking'],
      surcharge: [`${publicPath}surcharges`, `Bearer account-${USER}-of-fees`],
      discount: [`${publicPath}discounts`, `Bearer account-${USER}-of-fees`],
      tax: [`${operatorPath}taxes`, 'Bearer service-of-fees'],
      payment: [`${operatorPath}imports/payments`, 'Bearer service-of-finance'],
      refund: [`${operatorPath}imports/refunds`, 'Bearer service-of-finance'],
      fee: [`${operatorPath}imports/fees`, 'Bearer service-of-finance'],
      deposit: [`${operatorPath}imports/deposits`, 'Bearer service-of-finance'],
      owner_entry: [`${operatorPath}imports/owner_entries`, 'Bearer service-of-finance'],
      closing: [`${operatorPath}statements/close`, 'Bearer service-of-finance'],
      quote: [`${publicPath}quotes`, `Bearer account-${USER}-of-booking`],
      spot_rates: [`${publicPath}spotrates`, `Bearer account-${USER}-of-pricing`],
      acceptance: [`${publicPath}bookings`, `Bearer account-${USER}-of-booking`],
      rival: [`${publicPath}bookings`, `Bearer account-${USER}-of-booking`],
      thread: [`${operatorPath}imports/threads`, 'Bearer service-of-messaging'],
      message: [`${operatorPath}messages`, 'Bearer service-of-messaging'],
    };
    for (const { path, authorization, key } of platform.seen) {
      const pricing = /^(property_pricing|season|holiday|rate_history)$/.exec(kindOf(key)!);
      if (pricing) {
        expect(authorization).toBe('Bearer service-of-pricing');
        expect(path).toMatch(/^\/operator\/accounts\/7\/(properties\/\d+\/pricing|seasons|holidays)$/);
      } else if (kindOf(key) === 'removal') expect(path).toMatch(/^\/operator\/accounts\/7\/messages\/\d+\/remove$/);
      else if (kindOf(key) === 'expiry') expect(path).toMatch(/^\/v2\/quotes\/\d+$/);
      else if (kindOf(key) === 'voiding') expect(path).toMatch(/^\/operator\/accounts\/7\/payments\/\d+\/void$/);
      else expect([path, authorization]).toEqual(doors[kindOf(key)!]);
    }
  });

  it('sends several requests at the same time, but at most eight', async () => {
    const plenty = platform.holdUntilAtOnce(5);
    const loading = load();
    await plenty;
    await loading;
    expect(platform.mostAtOnce()).toBeGreaterThanOrEqual(5);
    expect(platform.mostAtOnce()).toBeLessThanOrEqual(8);
  });

  it('reports the number of loaded records for each kind', async () => {
    const progress: LoadProgress[] = [];
    await load((step) => progress.push(step));
    const of = (kind: string) => progress.filter((step) => step.kind === kind);
    for (const [kind, count] of Object.entries(counts)) {
      const done = of(kind).map((step) => step.done);
      expect(done).toEqual([...new Set(done)].sort((a, b) => a - b));
      expect(done.at(-1)).toBe(count);
      expect(new Set(of(kind).map((step) => step.total))).toEqual(new Set([count]));
    }
  });

  it.each([
    ['an answer of 503', { status: 503, body: { messages: ['not now'] } } as const],
    ['a broken connection', 'break' as const],
  ])('continues with the same Idempotency-Keys after %s, and creates nothing twice', async (_name, failure) => {
    platform.answerWith = () => (platform.made.size >= untilBookings - 30 ? failure : undefined);
    await expect(load()).rejects.toThrow(/^demo data: booking\//);
    const broken = new Map(platform.made);
    expect(broken.size).toBe(untilBookings - 30);

    platform.answerWith = () => undefined;
    await load();
    expect(platform.made.size).toBe(total);
    for (const [key, record] of broken) expect(platform.made.get(key)).toBe(record);
    expect(new Set(keysSeen()).size).toBe(total);
  });

  it('creates nothing twice if the response to a successful request was lost', async () => {
    const lost = `demo/booking/${plan.bookings[20]!.key}`;
    platform.answerWith = ({ key, body }) => {
      if (key !== lost || platform.made.has(key)) return undefined;
      platform.made.set(key, { id: 99, body });
      return 'break';
    };
    await expect(load()).rejects.toThrow('demo data: booking/');
    await load();
    expect(platform.made.size).toBe(total);
    expect(platform.made.get(lost)!.id).toBe(99);
  });

  it('stops after a failure, with an error that names the record and quotes the response', async () => {
    const failing = plan.guests[3]!.key;
    platform.answerWith = ({ key }) =>
      key === `demo/guest/${failing}` ? { status: 400, body: { messages: ['phones: too many'] } } : undefined;
    await expect(load()).rejects.toThrow(
      `guest/${failing} could not be created: answered 400: {"messages":["phones: too many"]}`,
    );
    expect(keysSeen().map(kindOf)).not.toContain('property');
  });

  it('fails if a response contains no id, and does not quote the response in the error', async () => {
    platform.answerWith = () => ({ status: 200, body: { token: 'pt_secret' } });
    const error: unknown = await load().catch((reason: unknown) => reason);
    expect(String(error)).toContain(
      'listing_site/airbnb could not be created: answered 200, but not as in its contract',
    );
    expect(String(error)).not.toContain('pt_secret');
  });
});
