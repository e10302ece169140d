import { aCharge } from '../testing/a-charge';
import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

const july = { arrival: '2030-07-01', departure: '2030-07-04' };

const cleaning = aCharge('surcharge', 80);
const rent = aCharge('rent', 500);

async function anAccountWithStay() {
  const account = await booking.anAccount();
  const property_id = await account.operator.property();
  const { id: guest_id } = (await account.api.post('/v2/guests', { first_name: 'Ada' })).body;
  return { ...account, stay: { property_id, ...july, guest_id: guest_id as number } };
}

describe('charges that an operator sends', () => {
  it("are refused for an owner's own stay if they include rent", async () => {
    const { operator, stay } = await anAccountWithStay();
    const message = "charges.1.type: rent is not accepted; an owner's own stay pays no rent";
    const refused = await operator.post('/bookings', { ...stay, type: 'owner', charges: [cleaning, rent] });
    expect([refused.status, refused.body.messages]).toEqual([400, [message]]);
    const made = await operator.booking({ ...stay, type: 'owner', charges: [cleaning] });
    expect(made).toMatchObject({ total_amount: 80 });
    const patched = await operator.patch(`/bookings/${made.id}`, { charges: [cleaning, rent] });
    expect([patched.status, patched.body.messages]).toEqual([400, [message]]);
    expect((await operator.patch(`/bookings/${made.id}`, { notes: 'ours' })).body.charges).toHaveLength(1);
  });

  it('are refused if they include a discount with is_expense_all', async () => {
    const { operator, stay } = await anAccountWithStay();
    const passedOn = aCharge('discount', -50, { is_expense_all: true });
    const message = 'charges.1.is_expense_all: true is not accepted; a discount is never passed on';
    const refused = await operator.post('/bookings', { ...stay, charges: [rent, passedOn] });
    expect([refused.status, refused.body.messages]).toEqual([400, [message]]);
    const discount = { ...passedOn, is_expense_all: false };
    const made = await operator.booking({ ...stay, charges: [rent, discount] });
    expect(made).toMatchObject({ total_amount: 450 });
    const patched = await operator.patch(`/bookings/${made.id}`, { charges: [rent, passedOn] });
    expect([patched.status, patched.body.messages]).toEqual([400, [message]]);
    const surcharge = { ...cleaning, is_expense_all: true };
    expect((await operator.patch(`/bookings/${made.id}`, { charges: [rent, surcharge] })).status).toBe(200);
  });

  it('are refused if a discount increases the total', async () => {
    const { operator, stay } = await anAccountWithStay();
    const charges = [rent, aCharge('discount', 50)];
    const message = 'charges.1.amount: 50 is not accepted; the amount of a discount is negative';
    const refused = await operator.post('/bookings', { ...stay, charges });
    expect([refused.status, refused.body.messages]).toEqual([400, [message]]);
    const made = await operator.booking({ ...stay, charges: [rent] });
    const patched = await operator.patch(`/bookings/${made.id}`, { charges });
    expect([patched.status, patched.body.messages]).toEqual([400, [message]]);
    const without = await operator.patch(`/bookings/${made.id}`, { charges: [rent, aCharge('discount', 0)] });
    expect([without.status, without.body.total_amount]).toEqual([200, 500]);
  });

  it('are refused if an amount has more decimals than the currency of the booking', async () => {
    const { operator, stay } = await anAccountWithStay();
    const inexact = aCharge('surcharge', 80.005, { position: 0, owner_amount: 50.001, commission_amount: 30.004 });
    const charges = [{ ...rent, position: 1, rate: 166.6667 }, inexact];
    const messages = ['amount: 80.005', 'owner_amount: 50.001', 'commission_amount: 30.004'].map(
      (fault) => `charges.1.${fault} is not accepted; amounts in EUR have at most 2 decimals`,
    );
    const refused = await operator.post('/bookings', { ...stay, charges });
    expect([refused.status, refused.body.messages]).toEqual([400, messages]);
    const made = await operator.booking({ ...stay, charges, currency_code: 'KWD' });
    expect(made).toMatchObject({ total_amount: 580.005, currency_code: 'KWD' });
    const { id } = await operator.booking({ ...stay, arrival: '2030-08-01', departure: '2030-08-04' });
    const patched = await operator.patch(`/bookings/${id}`, { charges });
    expect([patched.status, patched.body.messages]).toEqual([400, messages]);
    const imported = await operator.import('bookings', [
      { ...stay, arrival: '2030-09-01', departure: '2030-09-04', charges, import_key: 'a' },
    ]);
    expect(imported.body.items[0]).toMatchObject({ line: 1, result: 'refused', error: { messages } });
  });

  it('are accepted unchanged if an earlier release stored them, although they would be refused now', async () => {
    const { api, operator, stay } = await anAccountWithStay();
    const made = await operator.booking({ ...stay, charges: [rent] });
    const charges = [aCharge('discount', 50.005, { position: 1 }), rent];
    const stored = { $set: { 'booking.charges': charges } };
    await booking.connection.collection('stays').updateOne({ 'booking.id': made.id }, stored);
    const { body } = await api.get(`/v2/bookings/${made.id}`);
    const same = await operator.patch(`/bookings/${made.id}`, { charges: body.charges, title: 'Honeymoon' });
    expect([same.status, same.body.title]).toEqual([200, 'Honeymoon']);
    const changed = await operator.patch(`/bookings/${made.id}`, { charges: [...charges, cleaning] });
    expect(changed.status).toBe(400);
  });

  it('prevent a change to a currency with too few decimals for these charges, unless the request replaces the charges', async () => {
    const { operator, stay } = await anAccountWithStay();
    const halves = aCharge('surcharge', 80.5);
    const made = await operator.booking({ ...stay, charges: [halves] });
    const message = 'charges.0.amount: 80.5 is not accepted; amounts in JPY have no decimals';
    const refused = await operator.patch(`/bookings/${made.id}`, { currency_code: 'JPY' });
    expect([refused.status, refused.body.messages]).toEqual([400, [message]]);
    const replaced = await operator.patch(`/bookings/${made.id}`, { currency_code: 'JPY', charges: [cleaning] });
    expect(replaced.body).toMatchObject({ total_amount: 80, currency_code: 'JPY' });
  });

  it('are stored in the order of their positions, and those with the same position in the order sent', async () => {
    const { operator, stay } = await anAccountWithStay();
    const placed = (description: string, position: number) => aCharge('surcharge', 10, { description, position });
    const shownOf = ({ charges }: any) => charges.map(({ description }: any) => description);
    const charges = [placed('late', 2), placed('first', 0), placed('b', 1), placed('a', 1)];
    const made = await operator.booking({ ...stay, charges });
    expect(shownOf(made)).toEqual(['first', 'b', 'a', 'late']);
    const patched = await operator.patch(`/bookings/${made.id}`, { charges: charges.toReversed() });
    expect(shownOf(patched.body)).toEqual(['first', 'a', 'b', 'late']);
  });

  it('are in the currency of the property if the currency is sent as null', async () => {
    const { api, operator, stay } = await anAccountWithStay();
    const made = await operator.booking({ ...stay, charges: [cleaning], currency_code: null });
    const [listed] = (await api.get('/v2/bookings')).body.items;
    expect([made.currency_code, listed.currency_code]).toEqual(['EUR', 'EUR']);
  });
});
