import { bookingService } from '@keyhaven/booking/service';
import { bookingOperatorContract } from '@keyhaven/contracts/booking/operator-contract';
import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';
import { feesOperatorContract } from '@keyhaven/contracts/fees/operator-contract';
import { feesPublicContract } from '@keyhaven/contracts/fees/public-contract';
import { services } from '@keyhaven/contracts/platform/services';
import { pricingOperatorContract } from '@keyhaven/contracts/pricing/operator-contract';
import { pricingPublicContract } from '@keyhaven/contracts/pricing/public-contract';
import { InProcessBus } from '@keyhaven/events/in-process-bus';
import { feesService } from '@keyhaven/fees/service';
import { pricingService } from '@keyhaven/pricing/service';
import { startDatabaseService } from '@keyhaven/service/database-service';
import { createLogger } from '@keyhaven/service/observability/logger';
import type { RunningService, ServiceDefinition } from '@keyhaven/service/service-definition';
import { type Answer, CheckedClient } from '@keyhaven/testing/checked-client';
import { seededRandom } from '@keyhaven/testing/crash/seeded-random';
import { publishedAccount } from '@keyhaven/testing/published-event';
import { anAccountId } from '@keyhaven/testing/service-under-test';
import { dropDatabases, freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { makeTestKeys, testGrants, type TestKeys } from '@keyhaven/testing/test-keys';
import { sampleSeed, times } from '@keyhaven/testing/sample';

const PROPERTIES = 14;
/**
 * The minimum and maximum number of searches. After `least` searches, the test ends as soon as all kinds of results
 * have occurred.
 */
const SEARCHES = { least: times(30, 6), most: 30 };
/** The page sizes of the searches. With a small size, a search has several pages. */
const LIMITS = [5, 100, 1];
/** The time zones of the properties. The first and the last never have the same date. */
const TIME_ZONES = ['Pacific/Kiritimati', 'Europe/Rome', 'America/New_York', 'Pacific/Pago_Pago'];

const publicContracts = [bookingPublicContract, feesPublicContract, pricingPublicContract];
const operatorContracts = {
  booking: bookingOperatorContract,
  fees: feesOperatorContract,
  pricing: pricingOperatorContract,
};
type Name = keyof typeof operatorContracts;
const definitions: Record<Name, ServiceDefinition> = {
  booking: bookingService,
  fees: feesService,
  pricing: pricingService,
};

const bus = new InProcessBus({ onDeadLetter: () => {} });
const databasePrefix = freshDatabasePrefix();
const running = new Map<string, RunningService>();
let keys: TestKeys;

/** Starts the three services that determine the price of a stay, in one process and with a shared bus. */
beforeAll(async () => {
  keys = await makeTestKeys();
  for (const definition of Object.values(definitions)) {
    const service = await startDatabaseService(definition, {
      ...{ host: '127.0.0.1', port: 0, logger: createLogger('tests', 'silent'), bus },
      ...{ databaseUri: testDatabaseUri(), databasePrefix, publicKeys: keys.publicKeys, grants: testGrants },
      ...{ shutdownMs: 5000, processMetrics: false, accountExists: () => Promise.resolve(true) },
      settings: definition.settings?.parse({}),
      peers: { sign: keys.sign, urlOf: (name) => running.get(name)!.url },
    });
    running.set(definition.name, service);
  }
  await Promise.all([...running.values()].map(({ joined }) => joined));
  bus.start();
}, 120_000);
afterAll(async () => {
  for (const service of running.values()) await service.stopServing();
  await bus.close();
  for (const service of running.values()) await service.disconnect();
  await dropDatabases(databasePrefix, Object.keys(definitions));
});

const seed = sampleSeed();
const random = seededRandom(seed);
const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
const rarely = <Value>(value: () => Value): Value | null => (random() < 0.3 ? value() : null);
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

function operatorOf(name: Name): CheckedClient {
  return new CheckedClient(running.get(name)!.url, [operatorContracts[name]], async () => ({
    authorization: `Bearer ${await keys.sign({ audience: name, scope: 'service' })}`,
  }));
}

async function made(answer: Promise<Answer>): Promise<any> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`a preparation answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Creates an account, and a client for the public API of each service. */
async function anAccount() {
  const accountId = anAccountId();
  const settings = { currency_code: 'EUR', time_zone: 'Europe/Rome', is_property_management: true };
  await bus.publish(services.identity.topic, [publishedAccount(accountId, settings)]);
  const clientOf = (name: Name) =>
    new CheckedClient(running.get(name)!.url, publicContracts, async () => ({
      authorization: `Bearer ${await keys.sign({ audience: name, scope: 'full', accountId, credentialId: 'c' })}`,
    }));
  const base = `/operator/accounts/${accountId}`;
  return { base, api: clientOf('booking'), pricing: clientOf('pricing'), fees: clientOf('fees') };
}

/** Creates a property with random limits, prices, rules, seasons and taxes. */
async function aProperty({ base, pricing: rates }: Awaited<ReturnType<typeof anAccount>>): Promise<number> {
  const limits = { max_guests: rarely(() => between(1, 6)), max_pets: rarely(() => between(0, 2)) };
  const time_zone = rarely(() => TIME_ZONES[between(0, TIME_ZONES.length - 1)]);
  const property = { name: 'Casa', currency_code: random() < 0.2 ? 'JPY' : 'EUR', time_zone, ...limits };
  const isSnoozed = random() < 0.1;
  const posted = operatorOf('booking').post(`${base}/properties`, { ...property, is_snoozed: isSnoozed });
  const { id } = await made(posted);
  const pricing = operatorOf('pricing');
  const rules = { min_nights: rarely(() => between(2, 4)), max_nights: rarely(() => between(3, 8)) };
  const default_rate = random() < 0.9 ? { amount: between(50, 200) } : null;
  const gaps = { required_gap_after: random() < 0.2 ? 1 : 0, advance_notice_days: random() < 0.2 ? 5 : 0 };
  await made(pricing.patch(`${base}/properties/${id}/pricing`, { default_rate, rules, ...gaps }));
  if (random() < 0.4) {
    const [first, currency_code] = [between(1, 30), property.currency_code];
    const season = {
      name: 'Fair',
      from: day(first),
      to: day(first + between(0, 10)),
      property_ids: [id],
      currency_code,
    };
    const rules = { min_nights: rarely(() => between(2, 5)) };
    await made(pricing.post(`${base}/seasons`, { ...season, rate: { amount: between(50, 400) }, rules }));
  }
  if (random() < 0.5) {
    const nights = Array.from({ length: 3 }, () => between(1, 40)).map((date) => ({
      ...{ property_id: id, date: day(date), amount: between(20, 300), currency: property.currency_code },
    }));
    const once = [...new Map(nights.map((rate) => [rate.date, rate])).values()];
    await made(rates.patch('/v2/spotrates', once));
  }
  if (random() < 0.5) {
    const tax = { property_id: id, description: 'City', mode: 'percent', percent: between(1, 20) };
    await made(operatorOf('fees').post(`${base}/taxes`, tax));
  }
  return id as number;
}

async function someStays({ api }: Awaited<ReturnType<typeof anAccount>>, property_id: number): Promise<void> {
  for (let stays = between(0, 4); stays > 0; stays--) {
    const arrival = between(1, 40);
    const place = { property_id, arrival: day(arrival), departure: day(arrival + between(1, 4)) };
    const path = random() < 0.3 ? '/v2/quotes' : '/v2/bookings';
    // Some requests are refused, because their nights are already taken.
    await api.post(path, path === '/v2/quotes' ? { ...place, hold_dates: true, ignore_rules: true } : place);
  }
}

async function someDefinitions({ fees }: Awaited<ReturnType<typeof anAccount>>, ids: number[]): Promise<void> {
  const some = () => (random() < 0.5 ? [] : ids.filter(() => random() < 0.5));
  const nights = (min: number) => ({ nights: { min } });
  const surcharges = [
    { type: 'cleaning', description: 'Cleaning', amount: 60 },
    { type: 'other', description: 'Service', mode: 'percent_of_subtotal', percent: 7.5 },
    { type: 'guest', description: 'Guests', mode: 'per_guest_per_night', amount: 4, included: 2 },
    { type: 'rate_adjuster', description: 'Weekends', percent: 15, criteria: { weekdays: ['friday', 'saturday'] } },
    { type: 'rate_adjuster', description: 'Long stays', percent: -100, criteria: nights(7) },
  ];
  for (const surcharge of surcharges) {
    await made(fees.post('/v2/surcharges', { ...surcharge, property_ids: some() }));
  }
  const discount = { type: 'length_of_stay', description: 'Week', percent: 10, criteria: nights(5) };
  await made(fees.post('/v2/discounts', { ...discount, property_ids: some() }));
}

/** Reads all pages of a search. @returns the items and the number of pages. */
async function searchPages({ api }: Awaited<ReturnType<typeof anAccount>>, query: string) {
  const items: any[] = [];
  let pages = 0;
  for (let next: string | null = `/v2/propertysearch?${query}`; next; pages++) {
    const page: any = await made(api.get(next));
    items.push(...page.items);
    next = page.next_page_url;
  }
  return { items, pages };
}

describe('GET v2/propertysearch', () => {
  it('lists exactly the properties for which a test quote succeeds, with the totals of these quotes', async () => {
    const account = await anAccount();
    const { api, base } = account;
    const ids: number[] = [];
    while (ids.length < PROPERTIES) ids.push(await aProperty(account));
    await someDefinitions(account, ids);
    await made(operatorOf('booking').post(`${base}/links`, { property_ids: ids.slice(0, 2) }));
    for (const id of ids) await someStays(account, id);

    const outcomes = new Set<string>();
    const priced = new Set<string>();
    let mostPages = 0;
    const areDifferent = () => outcomes.size === 3 && priced.size === 5 && mostPages > 2;
    for (let turn = 0; turn < SEARCHES.least || (turn < SEARCHES.most && !areDifferent()); turn++) {
      const arrival = between(0, 40);
      const stay = { arrival: day(arrival), departure: day(arrival + between(1, 9)) };
      const party = { adults: between(1, 4), children: between(0, 2), pets: between(0, 1) };
      const evaluates = random() < 0.7;
      const query = new URLSearchParams({
        ...{ available_from: stay.arrival, available_to: stay.departure, evaluate_rules: String(evaluates) },
        ...Object.fromEntries(Object.entries(party).map(([name, count]) => [name, String(count)])),
        limit: String(LIMITS[turn % LIMITS.length]),
      });
      const { items, pages } = await searchPages(account, query.toString());
      mostPages = Math.max(mostPages, pages);
      const quoted = await Promise.all(
        ids.map((property_id) =>
          api.post('/v2/quotes?include_explanation=true', {
            ...stay,
            ...party,
            property_id,
            test: true,
            ignore_rules: !evaluates,
          }),
        ),
      );
      for (const { status, body } of quoted) {
        outcomes.add(String(status));
        if (status !== 200) continue;
        for (const { type } of body.charges) priced.add(type);
        if (body.explanation.adjusters.length > 0) priced.add('adjusted night');
      }
      const passing = ids.flatMap((id, index) => {
        const { status, body: quote } = quoted[index]!;
        return status === 200 ? [[id, quote.total_amount, quote.currency_code]] : [];
      });
      const listed = items.map(({ id, total_amount, currency_code }: any) => [id, total_amount, currency_code]);
      expect({ seed, query: query.toString(), listed }).toEqual({ seed, query: query.toString(), listed: passing });
    }
    // There must be quotes that succeed (200), quotes that break a rule (400), and quotes with
    // taken nights (409).
    expect([...outcomes].sort()).toEqual(['200', '400', '409']);
    expect([...priced].sort()).toEqual(['adjusted night', 'discount', 'rent', 'surcharge', 'tax']);
    expect(mostPages).toBeGreaterThan(2);
  }, 240_000);
});
