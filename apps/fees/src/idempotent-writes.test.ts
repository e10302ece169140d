import { deadLettersContract } from '@keyhaven/contracts/shared/dead-letters-contract';
import { resyncContract } from '@keyhaven/contracts/shared/resync-contract';
import { describeIdempotentWrites, type WriteExample } from '@keyhaven/testing/describe-idempotent-writes';
import { commonWriteExamples } from '@keyhaven/testing/common-write-examples';
import { until } from '@keyhaven/testing/until';
import { feesContracts, type FeesUnderTest, startFeesUnderTest } from './testing/fees-under-test';
import commands from './testing/store-commands.json';

let fees: FeesUnderTest;
beforeAll(async () => {
  fees = await startFeesUnderTest();
});
afterAll(() => fees.stop());

const cleaning = { type: 'cleaning', description: 'Cleaning' };
const spring = { type: 'promotion', description: 'Spring' };

function definitionExamples(path: string, kind: 'surcharge' | 'discount', body: object): Record<string, WriteExample> {
  const one = async () => {
    const account = await fees.anAccount();
    const { id } = await account[kind]();
    // Wait until the job of the creation has left the outbox. Otherwise the next write runs that job again, in addition
    // to its own job.
    const isWaiting = { _id: id, 'outbox.0': { $exists: true } };
    await until(
      async () => (await fees.connection.collection<{ _id: number }>('definitions').countDocuments(isWaiting)) === 0,
    );
    return { userId: account.userId, caller: 'account' as const, path: `${path}/${id}` };
  };
  return {
    [`POST ${path}`]: {
      prepare: async () => ({
        userId: (await fees.anAccount()).userId,
        caller: 'account',
        path,
        body,
        otherBody: { ...body, description: 'Other' },
      }),
    },
    [`PATCH ${path}/:id`]: {
      prepare: async () => ({ ...(await one()), body: { description: 'First' }, otherBody: { description: 'Later' } }),
    },
    [`DELETE ${path}/:id`]: { prepare: one },
  };
}

async function aTax() {
  const account = await fees.anAccount();
  const property_id = await account.property();
  const body = { property_id, description: 'City tax', mode: 'per_guest_per_night', amount: 2.2 };
  const base = `/operator/accounts/${account.userId}/taxes`;
  return { account, body, write: { userId: account.userId, caller: 'operator' as const, path: base } };
}

async function aStoredTax() {
  const { account, body, write } = await aTax();
  const answer = await account.operator.post('/taxes', body);
  return { ...write, path: `${write.path}/${answer.body.id}` };
}

describeIdempotentWrites({
  service: () => fees,
  contracts: [...feesContracts, resyncContract, deadLettersContract],
  commands,
  examples: {
    ...commonWriteExamples,
    ...definitionExamples('/v2/surcharges', 'surcharge', cleaning),
    ...definitionExamples('/v2/discounts', 'discount', spring),
    'POST /operator/accounts/:user_id/taxes': {
      prepare: async () => {
        const { body, write } = await aTax();
        return { ...write, body, otherBody: { ...body, description: 'Other tax' } };
      },
    },
    'PATCH /operator/accounts/:user_id/taxes/:id': {
      prepare: async () => ({
        ...(await aStoredTax()),
        body: { description: 'First' },
        otherBody: { description: 'Later' },
      }),
    },
    'DELETE /operator/accounts/:user_id/taxes/:id': { prepare: aStoredTax },
    'POST /internal/definitions/of-stay': { needsNoKey: 'it reads' },
    'POST /internal/definitions/of-stays': { needsNoKey: 'it reads' },
    'POST /internal/definitions/in-brief': { needsNoKey: 'it reads' },
  },
});
