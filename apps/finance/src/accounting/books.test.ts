import type { AccountingEntry } from '@keyhaven/contracts/finance/statement';
import { toMinor } from '@keyhaven/stays/money';
import fc from 'fast-check';
import { times } from '@keyhaven/testing/sample';
import { anId, type FinanceUnderTest, startFinanceUnderTest, type TestAccount } from '../testing/finance-under-test';
import { aCharge } from '../testing/a-charge';

let service: FinanceUnderTest;
beforeAll(async () => {
  service = await startFinanceUnderTest();
});
afterAll(() => service.stop());

const day = '2026-05-15T12:00:00Z';
/** The months of the accounting feed that the tests read: records take effect in May, voids in the current month. */
const months = ['2026-05', new Date().toISOString().slice(0, 7)];

const amount = fc.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100);
const pick = fc.nat({ max: 1000 });
const operation = fc.oneof(
  fc.record({ does: fc.constant('payment' as const), amount, of: pick, isSecurity: fc.boolean() }),
  fc.record({ does: fc.constant('refund' as const), amount, of: pick }),
  fc.record({ does: fc.constant('fee' as const), amount, of: pick }),
  fc.record({ does: fc.constant('void' as const), of: pick }),
  fc.record({ does: fc.constant('payout' as const), take: fc.array(pick, { minLength: 1, maxLength: 4 }), amount }),
);
type Operation = typeof operation extends fc.Arbitrary<infer Type> ? Type : never;

interface MadeRecord {
  kind: 'payment' | 'refund' | 'fee' | 'deposit';
  id: number;
  booking_id: number;
  minor: number;
  isSecurity: boolean;
}

async function run(account: TestAccount, bookings: number[], operations: Operation[]): Promise<MadeRecord[]> {
  const made: MadeRecord[] = [];
  for (const one of operations) {
    if (one.does === 'void') {
      const victim = made[one.of % Math.max(made.length, 1)];
      // The request is answered with 409 if a deposit pays out the record.
      if (victim) await account.post(`/${victim.kind}s/${victim.id}/void`);
    } else if (one.does === 'payout') {
      const payable = made.filter(({ kind }) => kind !== 'deposit');
      const taken = [...new Set(one.take.map((index) => payable[index % Math.max(payable.length, 1)]))];
      const lines = taken.flatMap((record) => (record ? [{ type: record.kind, record_id: record.id }] : []));
      const adjustment = { type: 'adjustment', amount: -one.amount, description: 'Chargeback' };
      const body = { currency_code: 'EUR', account: 'Main', deposited_utc: day, lines: [...lines, adjustment] };
      const answer = await account.post('/deposits', body);
      if (answer.status === 200) {
        made.push({
          kind: 'deposit',
          id: answer.body.id,
          booking_id: 0,
          minor: toMinor(answer.body.amount, 'EUR'),
          isSecurity: false,
        });
      }
    } else {
      const booking_id = bookings[one.of % bookings.length]!;
      const isSecurity = one.does === 'payment' && one.isSecurity;
      const more = {
        payment: { method: 'card', kind: isSecurity ? 'security_deposit' : 'charge', collected_utc: day },
        refund: { paid_utc: day },
        fee: { type: 'other' },
      }[one.does];
      const { id } = await account.record(`/${one.does}s`, { booking_id, amount: one.amount, ...more });
      made.push({ kind: one.does, id, booking_id, minor: toMinor(one.amount, 'EUR'), isSecurity });
    }
  }
  return made;
}

describe('the accounting entries', () => {
  it('each add up to 0 and match the records after any sequence of payments, refunds, fees, voids and payouts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 14 }), async (operations) => {
        const account = service.anAccount();
        const bookings = [await account.booking(), await account.booking()];
        const made = await run(account, bookings, operations);
        const inForce: MadeRecord[] = [];
        const paidOut = new Set<string>();
        for (const record of made) {
          const { body } = await account.api.get(`/v2/${record.kind}s/${record.id}`);
          if (body.status === 'completed') inForce.push(record);
          if (body.deposit_id) paidOut.add(`${record.kind}/${record.id}`);
          if (record.kind !== 'deposit') continue;
          const sum = body.lines.reduce(
            (total: number, line: { amount: number }) => total + toMinor(line.amount, 'EUR'),
            0,
          );
          expect(sum).toBe(toMinor(body.amount, 'EUR'));
        }
        const entries = await entriesOf(account);
        const balances = new Map<string, number>();
        for (const { lines } of entries) {
          let balance = 0;
          for (const line of lines) {
            const posted = toMinor(line.debit, 'EUR') - toMinor(line.credit, 'EUR');
            balance += posted;
            balances.set(line.account, (balances.get(line.account) ?? 0) + posted);
          }
          expect(balance).toBe(0);
        }
        const total = (kinds: string[], filter: (record: MadeRecord) => boolean = () => true) =>
          inForce
            .filter((record) => kinds.includes(record.kind) && filter(record))
            .reduce((sum, { kind, minor }) => sum + (kind === 'refund' || kind === 'fee' ? -minor : minor), 0);
        expect(balances.get('bank') ?? 0).toBe(total(['deposit']));
        expect(balances.get('clearing') ?? 0).toBe(
          total(['payment', 'refund', 'fee'], ({ kind, id }) => !paidOut.has(`${kind}/${id}`)),
        );
        // The bookings have no charges, so guest_receivable contains only payments (credits) and
        // refunds (debits).
        expect(balances.get('guest_receivable') ?? 0).toBe(
          -total(['payment', 'refund'], ({ isSecurity }) => !isSecurity) + 0,
        );
        for (const booking_id of bookings) {
          const ofBooking = inForce.filter((record) => record.booking_id === booking_id && !record.isSecurity);
          const notified = service.booking.notified.filter(({ bookingId }) => bookingId === booking_id).at(-1);
          const sum = (kind: string) =>
            ofBooking.filter((record) => record.kind === kind).reduce((all, { minor }) => all + minor, 0);
          const stored = await service.connection.collection('booking_balances').findOne({ _id: booking_id as never });
          const totals = stored?.totals[0] ?? { paid: 0, refunded: 0, host_fees: 0 };
          expect([totals.paid, totals.refunded, totals.host_fees]).toEqual([sum('payment'), sum('refund'), sum('fee')]);
          if (notified) expect(notified.user_id).toBe(account.userId);
        }
      }),
      { numRuns: times(15, 5) },
    );
  }, 120_000);
});

async function entriesOf(account: TestAccount): Promise<AccountingEntry[]> {
  const entries: AccountingEntry[] = [];
  for (const month of months) {
    const { body } = await account.get(`/accounting_entries?month=${month}`);
    entries.push(...body.items);
  }
  return entries;
}

const rent = aCharge('rent', 1000, 800, 200);

const byAmount = (a: AccountingEntry, b: AccountingEntry) => b.lines[0]!.debit - a.lines[0]!.debit;

describe('the accounting feed', () => {
  it('posts a booking to the ledger accounts of its property, with equal debits and credits', async () => {
    const account = service.anAccount();
    const owner_id = anId();
    const charges = [rent, { ...rent, type: 'tax', amount: 50, owner_amount: 0, commission_amount: 0 }];
    const accounting = { guest_receivable: '1200', owner_payable: '2100', commission_income: '4000' };
    const booking = { owner_id, arrival: '2026-05-03', departure: '2026-05-10', charges };
    const id = await account.booking(booking, { accounting });
    const [entry, ...others] = (await account.get('/accounting_entries?month=2026-05')).body.items;
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ date: '2026-05-03', source_type: 'booking', source_id: id, currency_code: 'EUR' });
    expect(entry.lines).toEqual([
      { account: '1200', debit: 1050, credit: 0 },
      { account: '2100', debit: 0, credit: 800 },
      { account: '4000', debit: 0, credit: 200 },
      { account: 'taxes_payable', debit: 0, credit: 50 },
    ]);
  });

  it('omits bookings whose debits and credits are on one ledger account and cancel each other out', async () => {
    const account = service.anAccount();
    const stay = { arrival: '2026-05-03', departure: '2026-05-10' };
    await account.booking({ ...stay, type: 'owner', owner_id: null, charges: [rent] });
    await account.booking({ ...stay, type: 'owner', owner_id: anId(), charges: [aCharge('rent', 1000, 1000, 0)] });
    const id = await account.booking({ ...stay, type: 'owner', owner_id: anId(), charges: [rent] });
    const entries: AccountingEntry[] = (await account.get('/accounting_entries?month=2026-05')).body.items;
    expect(entries.map(({ source_id }) => source_id)).toEqual([id]);
  });

  it('posts a payment to the ledger accounts of its booking, even if those of the property have changed', async () => {
    const account = service.anAccount();
    const property_id = await account.property({}, { accounting: { guest_receivable: '1200', clearing: '1300' } });
    const accounting = { guest_receivable: '1200', clearing: '1300' };
    const booking_id = await account.booking({ property_id }, { accounting });
    await account.property({ id: property_id }, { accounting: { guest_receivable: '9200', clearing: '9300' } });
    const payment = await account.record('/payments', { booking_id, amount: 80, method: 'card', collected_utc: day });
    const lines = [{ type: 'payment', record_id: payment.id }];
    await account.record('/deposits', { currency_code: 'EUR', account: 'Main', deposited_utc: '2026-05-16', lines });
    const entries: AccountingEntry[] = (await account.get('/accounting_entries?month=2026-05')).body.items;
    const named = entries.map((entry) => [entry.source_type, entry.lines.map((line) => line.account)]);
    expect(named).toEqual([
      ['payment', ['1300', '1200']],
      ['deposit', ['bank', '1300']],
    ]);
  });

  it('reverses a voided owner payout on the day of the void', async () => {
    const account = service.anAccount();
    const owner_id = await account.owner();
    const entry = { kind: 'payout', owner_id, amount: 300, currency_code: 'EUR', date: '2026-05-31' };
    const { id } = await account.record('/owner_entries', entry);
    const before = await entriesOf(account);
    await account.record(`/owner_entries/${id}/void`);
    const [paid, takenBack, ...others] = await entriesOf(account);
    expect([[paid], others]).toEqual([before, []]);
    expect(takenBack).toMatchObject({ source_type: 'payout', source_id: id, is_reversal: true });
    expect(takenBack!.date.slice(0, 7)).toBe(months[1]);
    const side = (name: string, debit: number, credit: number) => ({ account: name, debit, credit });
    expect(paid!.lines).toEqual([side('owner_payable', 300, 0), side('bank', 0, 300)]);
    expect(takenBack!.lines).toEqual([side('owner_payable', 0, 300), side('bank', 300, 0)]);
  });

  it('posts taxes included in prices to taxes_payable or channel_taxes, and deducts them from commission income', async () => {
    const account = service.anAccount();
    const contained_taxes = [
      { tax_id: 71, description: 'VAT', amount: 90.91, is_channel_managed: false },
      { tax_id: 72, description: 'Occupancy tax', amount: 30, is_channel_managed: true },
    ];
    const stay = { arrival: '2026-05-03', departure: '2026-05-10', charges: [rent] };
    const accounting = { taxes_payable: '2300' };
    const id = await account.booking({ ...stay, owner_id: anId() }, { contained_taxes, accounting });
    const entries = async () => (await account.get('/accounting_entries?month=2026-05')).body.items;
    const [booked, vat, occupancy] = (await entries()).sort(byAmount);
    const line = (name: string, debit: number, credit: number) => ({ account: name, debit, credit });
    expect(booked).toMatchObject({ source_type: 'booking', source_id: id, description: null });
    expect(booked.lines).toContainEqual(line('owner_payable', 0, 800));
    expect(vat).toMatchObject({ source_type: 'contained_tax', source_id: 71, booking_id: id, description: 'VAT' });
    expect(vat.lines).toEqual([line('commission_income', 90.91, 0), line('2300', 0, 90.91)]);
    expect(occupancy).toMatchObject({ source_type: 'contained_tax', source_id: 72, description: 'Occupancy tax' });
    expect(occupancy.lines).toEqual([line('commission_income', 30, 0), line('channel_taxes', 0, 30)]);

    const canceled = { status: 'canceled', canceled_utc: '2026-05-02T08:00:00Z' };
    await account.booking({ ...stay, ...canceled, id }, { contained_taxes, retained_amount: 500 });
    const kept = (await entries()).filter(({ source_type }: AccountingEntry) => source_type === 'contained_tax');
    expect(kept.map((entry: AccountingEntry) => [entry.date, entry.lines[0]!.debit])).toEqual([
      ['2026-05-02', 45.46],
      ['2026-05-02', 15],
    ]);
    await account.booking({ ...stay, id }, { contained_taxes: [] });
    expect(await entries()).toHaveLength(1);
  });
});
