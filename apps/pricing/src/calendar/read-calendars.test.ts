import mongoose from 'mongoose';
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

const [from, to] = [daysFromNow(1), daysFromNow(30)];

/** Creates an account with properties and one season that prices all nights. */
async function anAccountWith(properties: number, facts: Record<string, unknown> = {}) {
  const account = await service.anAccount();
  const year = { name: 'All year', from: '01-01', to: '12-31', currency_code: 'EUR', rate: { amount: 100 } };
  const ids: number[] = [];
  for (let index = 0; index < properties; index++) ids.push(await account.property(facts));
  await account.operator.post('/seasons', year);
  return { account, ids: ids.sort((a, b) => a - b) };
}

async function idsOf(account: TestAccount, query: string): Promise<number[]> {
  const { status, body } = await account.api.get(`/v2/calendar?from=${from}&to=${to}${query}`);
  expect(status).toBe(200);
  return body.items.map(({ property_id }: { property_id: number }) => property_id);
}

describe('GET v2/calendar', () => {
  it('returns the nights of active properties from `from` to `to`, both included', async () => {
    const { account, ids } = await anAccountWith(2);
    const { status, body } = await account.api.get(`/v2/calendar?from=${from}&to=${to}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ limit: 20, offset: 0, count: 2, next_page_url: null });
    expect(body.items.map(({ property_id }: any) => property_id)).toEqual(ids);
    const [{ currency_code, days }] = body.items;
    expect(currency_code).toBe('EUR');
    expect(days).toHaveLength(30);
    expect(days[0]).toEqual({
      date: from,
      status: 'available',
      rate: { rent: 100, amount: 100, season_id: expect.any(Number) },
    });
    expect(days.at(-1).date).toBe(to);
  });

  it('omits property ids that are unknown or belong to another account', async () => {
    const { account, ids } = await anAccountWith(2);
    const other = await anAccountWith(1);
    expect(await idsOf(account, `&property_ids=${ids[1]},${other.ids[0]},17`)).toEqual([ids[1]]);
    expect(await idsOf(account, `&property_ids=${other.ids[0]}`)).toEqual([]);
  });

  it('omits invalid property ids', async () => {
    const { account, ids } = await anAccountWith(2);
    for (const wrong of ['a', '-1', '0', '1.5', '12345678901234567890', 'null', '%00', `${ids[0]}x`]) {
      expect(await idsOf(account, `&property_ids=${wrong},${ids[1]}`)).toEqual([ids[1]]);
      expect(await idsOf(account, `&property_ids=${wrong}`)).toEqual([]);
    }
    expect(await idsOf(account, `&property_ids=a&property_ids=${ids[1]}`)).toEqual([ids[1]]);
  });

  it('accepts property_id and property_ids, with or without brackets', async () => {
    const { account, ids } = await anAccountWith(3);
    expect(await idsOf(account, `&property_id=${ids[1]}`)).toEqual([ids[1]]);
    expect(await idsOf(account, `&property_ids[]=${ids[2]}&property_ids[]=${ids[0]}`)).toEqual([ids[0], ids[2]]);
  });

  it('returns inactive properties too for active=all, and accepts a next_page_url in which the client has changed the offset', async () => {
    const { account, ids } = await anAccountWith(4);
    await account.changeProperty(ids[0]!, { active: false });
    expect(await idsOf(account, '&active=all')).toEqual(ids);
    const first = await account.api.get(`/v2/calendar?from=${from}&to=${to}&active=all&limit=1`);
    const moved = await account.api.get(first.body.next_page_url.replace('offset=1', 'offset=3'));
    expect(moved.body.items.map(({ property_id }: any) => property_id)).toEqual([ids[3]]);
  });

  it('returns only active properties by default, and only inactive ones for active=false', async () => {
    const { account, ids } = await anAccountWith(2);
    await account.changeProperty(ids[0]!, { active: false });
    expect(await idsOf(account, '')).toEqual([ids[1]]);
    expect(await idsOf(account, '&active=False')).toEqual([ids[0]]);
    const { status } = await account.api.get(`/v2/calendar/${ids[0]}?from=${from}&to=${to}`);
    expect(status).toBe(200);
  });

  it('pages by limit and offset, and by next_page_url until it is null', async () => {
    const { account, ids } = await anAccountWith(5);
    const seen: number[] = [];
    const pages: number[] = [];
    for (let url: string | null = `/v2/calendar?from=${from}&to=${to}&limit=2`; url;) {
      const { body } = await account.api.get(url);
      pages.push(body.offset);
      seen.push(...body.items.map(({ property_id }: any) => property_id));
      url = body.next_page_url;
    }
    expect(seen).toEqual(ids);
    expect(pages).toEqual([0, 2, 4]);
    expect(await idsOf(account, '&limit=2&offset=3')).toEqual(ids.slice(3));
  });

  it.each([
    [
      'more than 90 days',
      '/v2/calendar?from=2027-01-01&to=2027-04-01',
      'expected at most 90 days from 2027-01-01, both dates included, not 91',
    ],
    [
      'more than 366 days of one property',
      '/v2/calendar/7?from=2027-01-01&to=2028-01-02',
      'expected at most 366 days from 2027-01-01, both dates included, not 367',
    ],
    ['a missing range', '/v2/calendar', 'query parameter from: is required'],
    ['an inverted range', '/v2/calendar?from=2027-01-02&to=2027-01-01', 'expected a date on or after from, 2027-01-02'],
    ['a date with a time', '/v2/calendar?from=2027-01-02T00:00:00Z&to=2027-01-03', 'without a time'],
    ['a limit over 1,000', '/v2/calendar?from=2027-01-01&to=2027-01-02&limit=1001', '"1001" is not accepted'],
    ['over 1,000 ids', `/v2/calendar?from=2027-01-01&to=2027-01-02&property_ids=${'a,'.repeat(1001)}`, 'at most 1000'],
  ])('refuses %s', async (_what, path, message) => {
    const account = await service.anAccount();
    const { status, body } = await account.api.get(path);
    expect(status).toBe(400);
    expect(body.messages.join()).toContain(message);
  });

  it('accepts 90 days for several properties, and 366 days for one property', async () => {
    const { account, ids } = await anAccountWith(1);
    const many = await account.api.get(`/v2/calendar?from=${daysFromNow(1)}&to=${daysFromNow(90)}`);
    expect(many.body.items[0].days).toHaveLength(90);
    expect((await account.nights(ids[0]!, daysFromNow(1), daysFromNow(366))).size).toBe(366);
  });

  it('omits nights beyond the booking window, and the field `days` if no night remains', async () => {
    const { account, ids } = await anAccountWith(1);
    const beyond = await account.api.get(`/v2/calendar?from=${daysFromNow(800)}&to=${daysFromNow(810)}`);
    expect(beyond.body.items).toEqual([{ property_id: ids[0], currency_code: 'EUR' }]);
    const edge = await account.nights(ids[0]!, daysFromNow(700), daysFromNow(760));
    expect(edge.size).toBeGreaterThan(28);
    expect(edge.size).toBeLessThan(32);
  });

  it('answers 304 for a current ETag, until a night changes', async () => {
    const { account, ids } = await anAccountWith(2);
    const path = `/v2/calendar?from=${from}&to=${to}`;
    const first = await account.api.get(path);
    const etag = first.headers.get('etag')!;
    const headers = { 'if-none-match': etag };
    const again = await account.api.get(path, { headers });
    expect([again.status, again.body]).toEqual([304, undefined]);
    await account.booking({ property_id: ids[0]!, arrival: daysFromNow(3), departure: daysFromNow(5) });
    const changed = await account.api.get(path, { headers });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
    const otherRange = await account.api.get(`/v2/calendar?from=${from}&to=${daysFromNow(29)}`, { headers });
    expect(otherRange.status).toBe(200);
  });

  it('returns the same nights for one property as in a page of properties', async () => {
    const { account, ids } = await anAccountWith(3);
    await account.booking({ property_id: ids[1]!, arrival: daysFromNow(60), departure: daysFromNow(70) });
    const page = await account.api.get(`/v2/calendar?from=${daysFromNow(20)}&to=${daysFromNow(109)}`);
    for (const item of page.body.items) {
      const single = await account.api.get(
        `/v2/calendar/${item.property_id}?from=${daysFromNow(20)}&to=${daysFromNow(109)}`,
      );
      expect(single.body).toEqual(item);
    }
  });

  it('makes as many queries for 130 properties as for one, and no query after the nights are cached', async () => {
    const { account, ids } = await anAccountWith(1);
    const many = await anAccountWith(130);
    // Publishing calendar events reads calendars too, so wait until all are published.
    await until(
      async () =>
        (await service.connection.collection('calendars').countDocuments({ pending: { $exists: true } })) === 0,
    );
    const [one, page] = [await queriesOf(account, pageOf(200)), await queriesOf(many.account, pageOf(200))];
    const copies = ['account_copies', 'adjuster_copies', 'occupancies'];
    expect(one.map(({ collection }) => collection)).toEqual(expect.arrayContaining(copies));
    expect(page.map(({ collection }) => collection).sort()).toEqual(one.map(({ collection }) => collection).sort());
    for (const { collection, filter } of page) {
      const plan = JSON.stringify(await service.connection.collection(collection).find(filter).explain('queryPlanner'));
      expect([collection, /IXSCAN|IDHACK/.test(plan), plan.includes('COLLSCAN')]).toEqual([collection, true, false]);
    }
    // After the last change, the chunks are cached and the poll keeps the versions in memory, so a request needs no
    // query.
    await until(async () => (await queriesOf(many.account, pageOf(200))).length === 0);
    const single = `/v2/calendar/${ids[0]}?from=${from}&to=${to}`;
    await until(async () => (await queriesOf(account, single)).length === 0);
  });
});

function pageOf(limit: number): string {
  return `/v2/calendar?from=${from}&to=${to}&limit=${limit}`;
}

interface Query {
  collection: string;
  filter: Record<string, any>;
}

/** Returns the database reads that a request of an account makes. */
async function queriesOf({ api, userId }: TestAccount, path: string): Promise<Query[]> {
  const queries: Query[] = [];
  mongoose.set('debug', (collection: string, method: string, filter: Query['filter']) => {
    // Queries of records that are copied from other services wrap their conditions in $and.
    const isOwn = [filter, ...(filter.$and ?? [])].some(({ user_id }) => user_id === userId);
    if (/^(find|findOne|aggregate|countDocuments)$/.test(method) && isOwn) {
      queries.push({ collection, filter });
    }
  });
  try {
    expect((await api.get(path)).status).toBe(200);
    return queries;
  } finally {
    mongoose.set('debug', false);
  }
}

describe('GET v2/calendar/{property_id}', () => {
  it('answers 404 for a property of another account, as for an unknown id', async () => {
    const { ids } = await anAccountWith(1);
    const other = await service.anAccount();
    const path = (id: number) => `/v2/calendar/${id}?from=${from}&to=${to}`;
    const [refused, unknown] = [await other.api.get(path(ids[0]!)), await other.api.get(path(17))];
    expect(refused.status).toBe(404);
    expect(refused.body).toEqual(unknown.body);
  });

  it('returns the nights of a property as soon as the first event about the property has been consumed', async () => {
    const account = await service.anAccount();
    await account.property();
    expect(await idsOf(account, '')).toHaveLength(1);
    const second = await account.property();
    expect((await account.nights(second, from, to)).size).toBe(30);
    await until(async () => (await idsOf(account, '')).length === 2);
  });
});
