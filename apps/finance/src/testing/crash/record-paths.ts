import type { Answer } from '@keyhaven/testing/checked-client';
import { operatorPath, success, withKey } from '@keyhaven/testing/crash/requests';
import { unlessSettled } from '@keyhaven/testing/crash/unless-settled';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';
import { aBooking, aCanceledBooking, bookingEvent, canceled, take, unlessStated } from './sold-bookings';

const card = { amount: 100, method: 'card', collected_utc: '2026-05-01T09:00:00Z' };
const post = (world: World, path: string, body: object = {}, options = {}) =>
  world.operator.post(operatorPath(world, path), body, options);

/** A refund that was paid before the booking was canceled. */
const refund = { amount: 30, paid_utc: '2026-05-01T12:00:00Z' };

/**
 * Waits until the statement shows this retained amount (payments less refunds) for the canceled booking. Returns a
 * description of the statement if the amount does not appear in time.
 */
const unlessRetained = (world: World, amount: number) =>
  unlessStated(world, ({ bookings }) => bookings[0]?.amount === amount);

interface PaidBooking {
  booking_id: number;
  payment: number;
}

async function aPaidBooking(world: World, more: object = {}): Promise<PaidBooking> {
  const booking_id = await aCanceledBooking(world);
  const { id } = await success(post(world, '/payments', { booking_id, ...card, ...more }));
  return { booking_id, payment: id };
}

interface PaidOut extends PaidBooking {
  deposit: number;
}

const depositOf = ({ payment }: PaidBooking) => ({
  currency_code: 'EUR',
  account: 'Main',
  lines: [
    { type: 'payment', record_id: payment },
    { type: 'adjustment', amount: -5, description: 'Chargeback fee' },
  ],
});

async function aDeposit(world: World, more: object = {}): Promise<PaidOut> {
  const paid = await aPaidBooking(world);
  const { id } = await success(post(world, '/deposits', { ...depositOf(paid), ...more }));
  return { ...paid, deposit: id };
}

/**
 * Waits until the payment has this deposit_id. Returns a description of the payment if this does not happen in time.
 */
function unlessIn({ api }: World, payment: number, deposit: number | null): Promise<string[]> {
  const depositOf = async () => (await api.get(`/v2/payments/${payment}`)).body.deposit_id as number | null;
  return unlessSettled(
    async () => (await depositOf()) === deposit,
    async () => `payment ${payment} is in deposit ${await depositOf()}, not ${deposit}`,
  );
}

const ofKind = (kind: 'payment' | 'refund' | 'fee' | 'deposit') => ({
  record: kind,
  read: ({ api }: World, _: unknown, { body }: Answer) => api.get(`/v2/${kind}s/${body.id}`),
});

/**
 * Without an Idempotency-Key, repeating the request may record a second payment, so the statement may show 100 or 200.
 */
const onceOrTwice = (world: World) =>
  unlessStated(world, ({ bookings }) => [100, 200].includes(bookings[0]?.amount ?? 0));

const payments: WritePath[] = [
  {
    ...ofKind('payment'),
    name: 'recording a payment with an Idempotency-Key',
    given: aCanceledBooking,
    act: (world, booking_id) => post(world, '/payments', { booking_id, ...card }, withKey),
    faults: (world) => unlessRetained(world, 100),
    repeated: 'the same',
  },
  {
    ...ofKind('payment'),
    name: 'recording a payment without a key',
    given: aCanceledBooking,
    act: (world, booking_id) => post(world, '/payments', { booking_id, ...card }),
    faults: onceOrTwice,
    repeated: 'another',
  },
  {
    ...ofKind('payment'),
    name: 'completing a payment',
    given: (world) => aPaidBooking(world, { status: 'pending' }),
    act: (world, { payment }) => post(world, `/payments/${payment}/complete`),
    faults: (world) => unlessRetained(world, 100),
    repeated: 'the same',
  },
  {
    ...ofKind('payment'),
    name: 'failing a payment',
    given: (world) => aPaidBooking(world, { status: 'pending' }),
    act: (world, { payment }) => post(world, `/payments/${payment}/fail`),
    faults: (world) => unlessRetained(world, 0),
    repeated: 'the same',
  },
  {
    ...ofKind('payment'),
    name: 'voiding a payment',
    given: aPaidBooking,
    act: (world, { payment }) => post(world, `/payments/${payment}/void`),
    faults: (world) => unlessRetained(world, 0),
    repeated: 'the same',
  },
  {
    name: 'computing the retained amount of a canceled booking',
    given: async (world) => success(post(world, '/payments', { booking_id: await aBooking(world), ...card })),
    act: (world) => take(world, bookingEvent(world, canceled, 2)),
    faults: (world) => unlessRetained(world, 100),
    repeated: 'the same',
  },
];

const refundsAndFees: WritePath[] = [
  {
    ...ofKind('refund'),
    name: 'recording a refund with an Idempotency-Key',
    given: aPaidBooking,
    act: (world, { booking_id, payment }) =>
      post(world, '/refunds', { booking_id, payment_id: payment, ...refund }, withKey),
    faults: (world) => unlessRetained(world, 70),
    repeated: 'the same',
  },
  {
    ...ofKind('refund'),
    name: 'voiding a refund',
    given: async (world) => {
      const { booking_id } = await aPaidBooking(world);
      return (await success(post(world, '/refunds', { booking_id, ...refund }))).id;
    },
    act: (world, id) => post(world, `/refunds/${id}/void`),
    faults: (world) => unlessRetained(world, 100),
    repeated: 'the same',
  },
  {
    ...ofKind('fee'),
    name: 'recording a fee with an Idempotency-Key',
    given: aPaidBooking,
    act: (world, { booking_id }) => post(world, '/fees', { booking_id, amount: 12, type: 'processing' }, withKey),
    faults: (world) => unlessStated(world, ({ host_fees }) => host_fees[0]?.balance_amount === -12),
    repeated: 'the same',
  },
  {
    ...ofKind('fee'),
    name: 'voiding a fee',
    given: async (world) => {
      const { booking_id } = await aPaidBooking(world);
      return (await success(post(world, '/fees', { booking_id, amount: 12, type: 'processing' }))).id;
    },
    act: (world, id) => post(world, `/fees/${id}/void`),
    faults: (world) => unlessStated(world, ({ host_fees }) => host_fees.length === 0),
    repeated: 'the same',
  },
];

const deposits: WritePath[] = [
  {
    ...ofKind('deposit'),
    name: 'making a deposit with an Idempotency-Key',
    given: aPaidBooking,
    act: (world, paid) => post(world, '/deposits', depositOf(paid), withKey),
    faults: (world, { payment }, { body }) => unlessIn(world, payment, body.id as number),
    repeated: 'the same',
  },
  {
    ...ofKind('deposit'),
    name: 'making a deposit without a key',
    given: aPaidBooking,
    act: (world, paid) => post(world, '/deposits', depositOf(paid)),
    faults: async (world, { payment }) => {
      const { items } = (await world.api.get('/v2/deposits?status=completed')).body;
      if (items.length !== 1) return [`the payment is in ${items.length} deposits`];
      return unlessIn(world, payment, items[0].id as number);
    },
    repeated: 'refused',
  },
  {
    ...ofKind('deposit'),
    name: 'completing a deposit',
    given: (world) => aDeposit(world, { status: 'pending' }),
    act: (world, { deposit }) => post(world, `/deposits/${deposit}/complete`),
    faults: (world, { payment, deposit }) => unlessIn(world, payment, deposit),
    repeated: 'the same',
  },
  {
    ...ofKind('deposit'),
    name: 'voiding a deposit',
    given: aDeposit,
    act: (world, { deposit }) => post(world, `/deposits/${deposit}/void`),
    faults: (world, { payment }) => unlessIn(world, payment, null),
    repeated: 'the same',
  },
];

/**
 * The writes of records, for crash tests. Their effect is checked in the owner's statement, which is computed from the
 * stored records.
 */
export const recordPaths: WritePath[] = [...payments, ...refundsAndFees, ...deposits];
