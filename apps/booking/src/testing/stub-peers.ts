import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DefinitionsInBrief, DefinitionsOfStay } from '@keyhaven/contracts/fees/internal-contract';
import { type PricedStay, stayToPrice } from '@keyhaven/contracts/pricing/internal-contract';
import { nightsOf } from '@keyhaven/stays/nights';

/** The answer of pricing for a property: 100 a night and no broken rules, unless a test sets another. */
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

/** Stubs of pricing and fees: one server with answers that tests set. */
export interface StubPeers {
  url: string;
  /** The paths that were requested for a property, in order. */
  askedOf(propertyId: number): string[];
  /** The body of the latest price request for a stay at a property. */
  lastStayOf(propertyId: number): Record<string, unknown> | undefined;
  price(propertyId: number, price: Partial<StubPrice>): void;
  define(propertyId: number, definitions: Partial<DefinitionsOfStay>): void;
  /** Sets all definitions that exist for a property, in brief; those of `define` are not included automatically. */
  defineInBrief(propertyId: number, definitions: Partial<DefinitionsInBrief>): void;
  /** Makes pricing or fees answer 503 for a property from now on. */
  takeAway(propertyId: number, service: 'pricing' | 'fees'): void;
  /** Delays every answer for a property until the promise is fulfilled. */
  holdUntil(propertyId: number, release: Promise<void>): void;
  stop(): Promise<void>;
}

export async function startStubPeers(): Promise<StubPeers> {
  const asked: { path: string; body: { property_id: number } & Record<string, unknown> }[] = [];
  const prices = new Map<number, StubPrice>();
  const definitions = new Map<number, DefinitionsOfStay>();
  const inBrief = new Map<number, DefinitionsInBrief>();
  const away = new Set<string>();
  const holds = new Map<number, Promise<void>>();
  const answerOf = (path: string, body: { property_id: number }) => {
    const id = body.property_id;
    if (path === '/internal/stays/price') return priced(body, prices.get(id) ?? usual);
    if (path === '/internal/definitions/in-brief') return inBrief.get(id) ?? noneInBrief;
    return definitions.get(id) ?? nothing;
  };
  const server = http.createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = JSON.parse(Buffer.concat(chunks).toString()) as { property_id: number };
      const path = request.url ?? '';
      asked.push({ path, body });
      await holds.get(body.property_id);
      const isAway = away.has(`${path === '/internal/stays/price' ? 'pricing' : 'fees'}/${body.property_id}`);
      response.statusCode = isAway ? 503 : 200;
      response.end(JSON.stringify(answerOf(path, body)));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    askedOf: (id) => asked.filter(({ body }) => body.property_id === id).map(({ path }) => path),
    lastStayOf: (id) =>
      asked.findLast(({ path, body }) => path === '/internal/stays/price' && body.property_id === id)?.body,
    price: (id, price) => void prices.set(id, { ...(prices.get(id) ?? usual), ...price }),
    define: (id, made) => void definitions.set(id, { ...nothing, ...made }),
    defineInBrief: (id, made) => void inBrief.set(id, { ...noneInBrief, ...made }),
    takeAway: (id, service) => void away.add(`${service}/${id}`),
    holdUntil: (id, release) => void holds.set(id, release),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function priced(body: object, price: StubPrice): PricedStay {
  const { rent, unpriced_nights, ...rest } = price;
  const nights = nightsOf(stayToPrice.parse(body)).filter((date) => !unpriced_nights.includes(date));
  return {
    outcome: 'priced',
    ...rest,
    unpriced_nights,
    taken_nights: [],
    nights: nights.map((date) => ({ date, rent, amount: rent, season_id: null, is_spot_rate: false })),
  };
}
