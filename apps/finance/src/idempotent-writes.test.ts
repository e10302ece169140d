import { deadLettersContract } from '@keyhaven/contracts/shared/dead-letters-contract';
import { resyncContract } from '@keyhaven/contracts/shared/resync-contract';
import { commonWriteExamples } from '@keyhaven/testing/common-write-examples';
import {
  describeIdempotentWrites,
  type KeyedWrite,
  type WriteExample,
} from '@keyhaven/testing/describe-idempotent-writes';
import {
  financeContracts,
  type FinanceUnderTest,
  startFinanceUnderTest,
  type TestAccount,
} from './testing/finance-under-test';

let finance: FinanceUnderTest;
beforeAll(async () => {
  finance = await startFinanceUnderTest();
});
afterAll(() => finance.stop());

async function inAnAccount(
  write: (
    account: TestAccount,
    booking_id: number,
  ) => Promise<Pick<KeyedWrite, 'path' | 'body' | 'otherBody' | 'block'>>,
): Promise<KeyedWrite> {
  const account = finance.anAccount();
  const booking_id = await account.booking();
  const { path, ...bodies } = await write(account, booking_id);
  return { userId: account.userId, caller: 'operator', path: `/operator/accounts/${account.userId}${path}`, ...bodies };
}

type Creation = (account: TestAccount, booking_id: number) => Promise<Record<string, unknown>>;

/**
 * Examples for one kind of record: the route that creates a record, and the routes that change the status of a pending
 * record.
 */
function recordExamples(to: string, creation: Creation): Record<string, WriteExample> {
  const path = `/operator/accounts/:user_id${to}`;
  const change = (verb: string): WriteExample => ({
    prepare: () =>
      inAnAccount(async (account, booking_id) => {
        const body = await creation(account, booking_id);
        const { id } = await account.record(to, { ...body, status: 'pending' });
        return { path: `${to}/${id}/${verb}`, body: {} };
      }),
  });
  return {
    [`POST ${path}`]: {
      prepare: () =>
        inAnAccount(async (account, booking_id) => {
          const body = await creation(account, booking_id);
          return { path: to, body, otherBody: { ...body, reference: 'another' } };
        }),
    },
    [`POST ${path}/:id/complete`]: change('complete'),
    [`POST ${path}/:id/fail`]: change('fail'),
    [`POST ${path}/:id/void`]: change('void'),
  };
}

const ownerEntry: Creation = async (account) => {
  const owner_id = await account.owner();
  return { owner_id, kind: 'expense', amount: 12, currency_code: 'EUR', description: 'Repairs', date: '2026-05-02' };
};

async function refundOfPayment({ record, post }: TestAccount, booking_id: number) {
  const { id: payment_id } = await record('/payments', { booking_id, amount: 100, method: 'card' });
  const body = { booking_id, payment_id, amount: 80 };
  const block = async () => {
    const { id } = await record('/refunds', { ...body, amount: 90 });
    return () => post(`/refunds/${id}/void`, {});
  };
  return { path: '/refunds', body, otherBody: { ...body, amount: 70 }, block };
}

describeIdempotentWrites({
  service: () => finance,
  contracts: [...financeContracts, resyncContract, deadLettersContract],
  examples: {
    ...commonWriteExamples,
    ...recordExamples('/payments', (_account, booking_id) =>
      Promise.resolve({ booking_id, amount: 100, method: 'card' }),
    ),
    ...recordExamples('/refunds', (_account, booking_id) => Promise.resolve({ booking_id, amount: 20 })),
    ...recordExamples('/fees', (_account, booking_id) =>
      Promise.resolve({ booking_id, amount: 3, type: 'processing' }),
    ),
    ...recordExamples('/deposits', async ({ record }, booking_id) => {
      const { id } = await record('/payments', { booking_id, amount: 100, method: 'card' });
      return { currency_code: 'EUR', account: 'Main', lines: [{ type: 'payment', record_id: id }] };
    }),
    'POST /operator/accounts/:user_id/refunds (of a payment)': {
      prepare: () => inAnAccount(refundOfPayment),
      prepareRefused: () => inAnAccount(refundOfPayment),
    },
    'POST /operator/accounts/:user_id/statements/close': {
      prepare: () =>
        inAnAccount(() =>
          Promise.resolve({ path: '/statements/close', body: { month: '2026-05' }, otherBody: { month: '2026-06' } }),
        ),
    },
    'PATCH /operator/accounts/:user_id/statement_settings': {
      prepare: () =>
        inAnAccount(() =>
          Promise.resolve({
            path: '/statement_settings',
            body: { commission_on: 'net' },
            otherBody: { host_fees_borne_by: 'manager' },
          }),
        ),
    },
    'POST /operator/accounts/:user_id/owner_entries': {
      prepare: () =>
        inAnAccount(async (account, booking_id) => {
          const body = await ownerEntry(account, booking_id);
          return { path: '/owner_entries', body, otherBody: { ...body, amount: 13 } };
        }),
    },
    'POST /operator/accounts/:user_id/owner_entries/:id/void': {
      prepare: () =>
        inAnAccount(async (account, booking_id) => {
          const { id } = await account.record('/owner_entries', await ownerEntry(account, booking_id));
          return { path: `/owner_entries/${id}/void`, body: {} };
        }),
    },
    'POST /internal/bookings/:id/payments': { needsNoKey: 'it reads' },
    'POST /internal/owners/:id/references': { needsNoKey: 'it reads' },
  },
});
