import { type BookingUnderTest, startBookingUnderTest } from '../testing/booking-under-test';

let booking: BookingUnderTest;
beforeAll(async () => {
  booking = await startBookingUnderTest();
});
afterAll(() => booking.stop());

const july = { arrival: '2030-07-01', departure: '2030-07-04' };

function aCharge(type: string, amount: number, more: object = {}) {
  return {
    type,
    description: type,
    amount,
    rate: amount,
    rate_is_percent: false,
    position: 0,
    is_taxable: true,
    is_channel_managed: false,
    is_commission_all: false,
    is_expense_all: false,
    commission_amount: 0,
    owner_amount: 0,
    owner_commission_percent: 0,
    ...more,
  };
}
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
});
