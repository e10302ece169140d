import type { DemoPlan } from '../demo-plan';
import { firstDays, planOf } from '../testing/plans';
import { startStubPlatform, type StubPlatform } from '../testing/stub-platform';
import { loadDemoData } from './load-demo-data';
import type { LoadProgress } from './load-run';

const USER = 7;

/** The part of the plan that concerns four properties. */
function smallPlan(): DemoPlan {
  const plan = planOf(firstDays[0]!);
  const properties = plan.properties.slice(0, 4);
  const bookings = plan.bookings.filter(({ property }) => properties.some(({ key }) => key === property)).slice(0, 60);
  const wanted = new Set([...properties.map(({ owner }) => owner), ...bookings.map(({ guest }) => guest)]);
  return { ...plan, properties, bookings, guests: plan.guests.filter(({ key }) => wanted.has(key)) };
}

const plan = smallPlan();
const total = plan.listingSites.length + plan.guests.length + plan.properties.length + plan.bookings.length;

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
  it('makes every record of the plan once, each under a key of its own', async () => {
    await load();
    expect(platform.seen).toHaveLength(total);
    expect(new Set(keysSeen()).size).toBe(total);
    expect(keysSeen()).toContain(`demo/booking/${plan.bookings[0]!.key}`);
    expect(keysSeen().filter((key) => !/^[\x21-\x7e]{1,255}$/.test(key))).toEqual([]);
  });

  it('makes what others refer to before them', async () => {
    await load();
    const order = keysSeen().map(kindOf);
    expect([...new Set(order)]).toEqual(['listing_site', 'guest', 'property', 'booking']);
    expect(order.lastIndexOf('property')).toBeLessThan(order.indexOf('booking'));
    expect(order.lastIndexOf('guest')).toBeLessThan(order.indexOf('property'));
  });

  it('writes bookings with the ids of what they refer to', async () => {
    await load();
    const idOf = (kind: string, key: string | null) =>
      key === null ? null : platform.made.get(`demo/${kind}/${key}`)!.id;
    for (const { key, property, guest, listingSite, body } of plan.bookings) {
      expect(platform.made.get(`demo/booking/${key}`)!.body).toEqual({
        ...(JSON.parse(JSON.stringify(body)) as object),
        property_id: idOf('property', property),
        guest_id: idOf('guest', guest),
        listing_site_id: idOf('listing_site', listingSite),
      });
    }
    for (const { key, owner } of plan.properties) {
      expect(platform.made.get(`demo/property/${key}`)!.body.owner_id).toBe(idOf('guest', owner));
    }
  });

  it('speaks to the operator face with a service token, and to the public face with one of the account', async () => {
    await load();
    for (const { path, authorization, key } of platform.seen) {
      const isGuest = kindOf(key) === 'guest';
      expect(authorization).toBe(isGuest ? `Bearer account-${USER}-of-booking` : 'Bearer service-of-booking');
      expect(path).toMatch(
        isGuest ? /^\/v2\/guests$/ : /^\/operator\/accounts\/7\/(properties|listing_sites|bookings)$/,
      );
    }
  });

  it('has eight requests under way at once, and no more', async () => {
    const plenty = platform.holdUntilAtOnce(5);
    const loading = load();
    await plenty;
    const guests = platform.holdUntilAtOnce(8);
    await guests;
    await loading;
    expect(platform.mostAtOnce()).toBe(8);
  });

  it('tells of each record how many of its kind are done', async () => {
    const progress: LoadProgress[] = [];
    await load((step) => progress.push(step));
    const of = (kind: string) => progress.filter((step) => step.kind === kind);
    const counted: [string, number][] = [
      ['listing_site', plan.listingSites.length],
      ['guest', plan.guests.length],
      ['property', plan.properties.length],
      ['booking', plan.bookings.length],
    ];
    for (const [kind, count] of counted) {
      expect(of(kind).map(({ done }) => done)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
      expect(new Set(of(kind).map((step) => step.total))).toEqual(new Set([count]));
    }
  });

  it.each([
    ['an answer of 503', { status: 503, body: { messages: ['not now'] } } as const],
    ['a broken connection', 'break' as const],
  ])('goes on after %s where it was, with the same keys, and makes nothing twice', async (_name, failure) => {
    platform.answerWith = () => (platform.made.size >= total - 30 ? failure : undefined);
    await expect(load()).rejects.toThrow(/^demo data: booking\//);
    const broken = new Map(platform.made);
    expect(broken.size).toBe(total - 30);

    platform.answerWith = () => undefined;
    await load();
    expect(platform.made.size).toBe(total);
    for (const [key, record] of broken) expect(platform.made.get(key)).toBe(record);
    expect(new Set(keysSeen()).size).toBe(total);
  });

  it('goes on when the request was carried out and only its answer was lost', async () => {
    const lost = `demo/booking/${plan.bookings[20]!.key}`;
    platform.answerWith = ({ key, body }) => {
      if (key !== lost || platform.made.has(key)) return undefined;
      platform.made.set(key, { id: 99, body });
      return 'break';
    };
    await expect(load()).rejects.toThrow(plan.bookings[20]!.key);
    await load();
    expect(platform.made.size).toBe(total);
    expect(platform.made.get(lost)!.id).toBe(99);
  });

  it('names the record that failed and the answer, and begins nothing more', async () => {
    const failing = plan.guests[3]!.key;
    platform.answerWith = ({ key }) =>
      key === `demo/guest/${failing}` ? { status: 400, body: { messages: ['phones: too many'] } } : undefined;
    await expect(load()).rejects.toThrow(
      `guest/${failing} could not be made: answered 400: {"messages":["phones: too many"]}`,
    );
    expect(keysSeen().map(kindOf)).not.toContain('property');
    expect(platform.seen.length).toBeLessThanOrEqual(plan.listingSites.length + 4 + 8);
  });

  it('refuses an answer without an id, and does not show it', async () => {
    platform.answerWith = () => ({ status: 200, body: { token: 'pt_secret' } });
    const error: unknown = await load().catch((reason: unknown) => reason);
    expect(String(error)).toContain(
      'listing_site/airbnb could not be made: answered 200, but not as its contract says',
    );
    expect(String(error)).not.toContain('pt_secret');
  });
});
