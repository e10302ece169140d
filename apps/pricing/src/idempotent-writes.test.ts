import { deadLettersContract } from '@keyhaven/contracts/shared/dead-letters-contract';
import { resyncContract } from '@keyhaven/contracts/shared/resync-contract';
import { commonWriteExamples } from '@keyhaven/testing/common-write-examples';
import {
  describeIdempotentWrites,
  type KeyedWrite,
  type WriteExample,
} from '@keyhaven/testing/describe-idempotent-writes';
import {
  daysFromNow,
  pricingContracts,
  type PricingUnderTest,
  startPricingUnderTest,
} from './testing/pricing-under-test';
import commands from './testing/store-commands.json';

let pricing: PricingUnderTest;
beforeAll(async () => {
  pricing = await startPricingUnderTest();
});
afterAll(() => pricing.stop());

type Bodies = Pick<KeyedWrite, 'path' | 'body' | 'otherBody'>;

async function operatorWrite(
  write: (property: number, create: Create, patch: Patch) => Promise<Bodies>,
): Promise<KeyedWrite> {
  const account = await pricing.anAccount();
  const property = await account.property();
  const create: Create = async (to, body) => `${to}/${(await account.operator.post(to, body)).body.id}`;
  const patch: Patch = (to, body) => account.operator.patch(to, body);
  const { path, ...bodies } = await write(property, create, patch);
  return { userId: account.userId, caller: 'operator', path: `/operator/accounts/${account.userId}${path}`, ...bodies };
}
type Create = (to: string, body: unknown) => Promise<string>;
type Patch = (to: string, body: unknown) => Promise<unknown>;

function periodExamples(to: string): Record<string, WriteExample> {
  const body = { name: 'Summer', from: '2030-07-01', to: '2030-07-31' };
  const path = `/operator/accounts/:user_id${to}`;
  return {
    [`POST ${path}`]: {
      prepare: () => operatorWrite(() => Promise.resolve({ path: to, body, otherBody: { ...body, name: 'Other' } })),
    },
    [`PATCH ${path}/:id`]: {
      prepare: () =>
        operatorWrite(async (_property, create) => ({
          path: await create(to, body),
          body: { name: 'First' },
          otherBody: { name: 'Later' },
        })),
    },
    [`DELETE ${path}/:id`]: {
      prepare: () => operatorWrite(async (_property, create) => ({ path: await create(to, body) })),
    },
  };
}

async function spotRates(amounts: { before?: number; first: number; later: number }): Promise<KeyedWrite> {
  const account = await pricing.anAccount();
  const { userId, api } = account;
  const rate = { property_id: await account.property(), date: daysFromNow(30), currency: 'EUR' };
  if (amounts.before !== undefined) await api.patch('/v2/spotrates', [{ ...rate, amount: amounts.before }]);
  const write = { userId, caller: 'account' as const, path: '/v2/spotrates' };
  return { ...write, body: [{ ...rate, amount: amounts.first }], otherBody: [{ ...rate, amount: amounts.later }] };
}

// Jobs write to these collections, so their content may change when a request is repeated.
const ignoredCollections = ['calendars', 'rate_history'];

describeIdempotentWrites({
  service: () => pricing,
  contracts: [...pricingContracts, resyncContract, deadLettersContract],
  ignoredCollections,
  commands,
  examples: {
    ...commonWriteExamples,
    ...periodExamples('/seasons'),
    ...periodExamples('/holidays'),
    'PATCH /operator/accounts/:user_id/properties/:id/pricing': {
      prepare: () =>
        operatorWrite((property) =>
          Promise.resolve({
            path: `/properties/${property}/pricing`,
            body: { rules: { min_nights: 2 } },
            otherBody: { rules: { min_nights: 3 } },
          }),
        ),
    },
    'PATCH /operator/accounts/:user_id/properties/:id/pricing (of settings that are there)': {
      prepare: () =>
        operatorWrite(async (property, _create, patch) => {
          const path = `/properties/${property}/pricing`;
          await patch(path, { rules: { min_nights: 1 } });
          return { path, body: { rules: { min_nights: 2 } }, otherBody: { rules: { min_nights: 3 } } };
        }),
    },
    'PATCH /operator/accounts/:user_id/properties/:id/pricing (of a property that has another currency later)': {
      prepare: async () => {
        const account = await pricing.anAccount();
        const { userId, api } = account;
        const id = await account.property();
        return {
          userId,
          caller: 'operator',
          path: `/operator/accounts/${userId}/properties/${id}/pricing`,
          body: { currency_code: 'EUR', default_rate: { amount: 100 } },
          later: async () => {
            await account.changeProperty(id, { currency_code: 'USD' });
            return api.get('/v2/spotrates');
          },
        };
      },
    },
    'PATCH /v2/spotrates (of a property that has another currency later)': {
      prepare: async () => {
        const account = await pricing.anAccount();
        const { userId, api } = account;
        const id = await account.property();
        return {
          userId,
          caller: 'account',
          path: '/v2/spotrates',
          body: [{ property_id: id, date: daysFromNow(30), currency: 'EUR', amount: 100 }],
          later: async () => {
            await account.changeProperty(id, { currency_code: 'USD' });
            return api.get('/v2/spotrates');
          },
        };
      },
    },
    'PATCH /v2/spotrates': {
      prepare: () => spotRates({ first: 100, later: 110 }),
    },
    'PATCH /v2/spotrates (that changes nothing)': {
      prepare: () => spotRates({ before: 100, first: 100, later: 110 }),
    },
    'POST /internal/stays/price': { needsNoKey: 'it reads' },
    'POST /internal/stays/price-many': { needsNoKey: 'it reads' },
    'POST /internal/records/find': { needsNoKey: 'it reads' },
  },
});
