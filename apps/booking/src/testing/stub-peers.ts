import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  DefinitionsInBrief,
  DefinitionsOfStay,
  DefinitionsOfStays,
} from '@keyhaven/contracts/fees/internal-contract';
import { type PricedStay, stayToPrice } from '@keyhaven/contracts/pricing/internal-contract';
import { nightsOf } from '@keyhaven/stays/nights';

/** How the stub of pricing responds for a property. By default a night costs 100 and no rule is broken. */
export interface StubPrice {
  rent: number;
  currency_code: string;
  time_zone: string;
  today: string;
  unpriced_nights: string[];
  broken_rules: { rule: string; message: string }[];
}

const usual: StubPrice = {
  rent: 100,
  currency_code: 'EUR',
  time_zone: 'Europe/Rome',
  today: '2026-06-01',
  unpriced_nights: [],
  broken_rules: [],
};
const nothing: DefinitionsOfStay = { adjusters: [], surcharges: [], discounts: [], taxes: [] };
const noneInBrief: DefinitionsInBrief = { surcharges: [], discounts: [], taxes: [] };

/** A server that replaces pricing, fees and finance in tests. Tests set its responses. */
export interface StubPeers {
  url: string;
  /** The paths that were requested for a property, in order. */
  askedOf(propertyId: number): string[];
  /** The paths that were requested for an account, in order. */
  askedFor(userId: number): string[];
  /** The body of the latest price request for a stay at a property. */
  lastStayOf(propertyId: number): Record<string, unknown> | undefined;
  price(propertyId: number, price: Partial<StubPrice>): void;
  define(propertyId: number, definitions: Partial<DefinitionsOfStay>): void;
  /** Sets the summaries (`in-brief`) of all definitions for a property. `define` sets no summaries. */
  defineInBrief(propertyId: number, definitions: Partial<DefinitionsInBrief>): void;
  /** Makes pricing or fees return a 503 for a property from now on. */
  takeAway(propertyId: number, service: 'pricing' | 'fees'): void;
  /** From now on, pricing responds that it does not know the property. */
  forget(propertyId: number): void;
  /** Sets what finance has recorded for an owner. By default, nothing is recorded. */
  recordedFor(ownerId: number, references: string[]): void;
  /** Delays each response for a property until the promise is fulfilled. */
  holdUntil(propertyId: number, release: Promise<void>): void;
  stop(): Promise<void>;
}

export async function startStubPeers(): Promise<StubPeers> {
  const asked: { path: string; body: AskedBody }[] = [];
  const prices = new Map<number, StubPrice>();
  const definitions = new Map<number, DefinitionsOfStay>();
  const inBrief = new Map<number, DefinitionsInBrief>();
  const away = new Set<string>();
  const unknown = new Set<number>();
  const holds = new Map<number, Promise<void>>();
  const recorded = new Map<number, string[]>();
  const answerFor = (body: AskedBody): PricedStay =>
    unknown.has(body.property_id)
      ? { outcome: 'unknown_property' }
      : priced(body, prices.get(body.property_id) ?? usual);
  const answerOf = (path: string, body: AskedBody) => {
    const id = body.property_id;
    const ids = body.property_ids ?? [];
    if (path === '/internal/stays/price-many') {
      return { stays: ids.map((one) => answerFor({ ...body, property_id: one })) };
    }
    if (path === '/internal/definitions/of-stays') return definitionsOf(ids, definitions);
    const owner = /^\/internal\/owners\/(\d+)\/references$/.exec(path);
    if (owner) return { references: recorded.get(Number(owner[1])) ?? [] };
    if (path === '/internal/stays/price') return answerFor(body);
    if (path === '/internal/definitions/in-brief') return inBrief.get(id) ?? noneInBrief;
    return definitions.get(id) ?? nothing;
  };
  const server = http.createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = JSON.parse(Buffer.concat(chunks).toString()) as AskedBody;
      const path = request.url ?? '';
      asked.push({ path, body });
      await holds.get(body.property_id);
      const service = path.startsWith('/internal/stays/') ? 'pricing' : 'fees';
      const isAway = idsOf(body).some((id) => away.has(`${service}/${id}`));
      response.statusCode = isAway ? 503 : 200;
      response.end(JSON.stringify(answerOf(path, body)));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    askedOf: (id) => asked.filter(({ body }) => idsOf(body).includes(id)).map(({ path }) => path),
    askedFor: (userId) => asked.filter(({ body }) => body.user_id === userId).map(({ path }) => path),
    lastStayOf: (id) =>
      asked.findLast(({ path, body }) => path === '/internal/stays/price' && body.property_id === id)?.body,
    price: (id, price) => void prices.set(id, { ...(prices.get(id) ?? usual), ...price }),
    define: (id, made) => void definitions.set(id, { ...nothing, ...made }),
    defineInBrief: (id, made) => void inBrief.set(id, { ...noneInBrief, ...made }),
    forget: (id) => void unknown.add(id),
    takeAway: (id, service) => void away.add(`${service}/${id}`),
    recordedFor: (id, references) => void recorded.set(id, references),
    holdUntil: (id, release) => void holds.set(id, release),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The body of a request for one property or for several. */
type AskedBody = { property_id: number; property_ids?: number[] } & Record<string, unknown>;

const idsOf = ({ property_id, property_ids }: AskedBody) => property_ids ?? [property_id];

/**
 * The response of fees for several properties. Each definition applies only to the property for which a test has set
 * it.
 */
function definitionsOf(ids: number[], byId: ReadonlyMap<number, DefinitionsOfStay>): DefinitionsOfStays {
  const all = ids.map((id) => {
    const { adjusters, surcharges, discounts, taxes } = byId.get(id) ?? nothing;
    const only = <Definition>(definitions: Definition[]) => definitions.map((one) => ({ ...one, property_ids: [id] }));
    return {
      ...{ adjusters: only(adjusters), surcharges: only(surcharges), discounts: only(discounts) },
      taxes: taxes.map((tax) => ({ ...tax, property_id: id })),
    };
  });
  return {
    adjusters: all.flatMap(({ adjusters }) => adjusters),
    surcharges: all.flatMap(({ surcharges }) => surcharges),
    discounts: all.flatMap(({ discounts }) => discounts),
    taxes: all.flatMap(({ taxes }) => taxes),
  };
}

function priced(body: object, price: StubPrice): PricedStay {
  const { rent, unpriced_nights, ...others } = price;
  const nights = nightsOf(stayToPrice.parse(body)).filter((date) => !unpriced_nights.includes(date));
  return {
    outcome: 'priced',
    ...others,
    unpriced_nights,
    taken_nights: [],
    nights: nights.map((date) => ({ date, rent, amount: rent, season_id: null, is_spot_rate: false })),
  };
}
