import type { Scenario } from '../scenario';

export async function callFees({ call }: Scenario): Promise<void> {
  await callSurcharges(call);
  await callDiscounts(call);
}

async function callSurcharges(call: Scenario['call']): Promise<void> {
  await call('listSurcharges', 'Cleaning fees', { query: { type: 'cleaning', limit: 2 } });
  const made = await call('createSurcharge', 'Add a fee with tiered amounts', {
    body: {
      type: 'custom',
      description: 'Hot tub heating',
      category: 'utilities',
      mode: 'per_night',
      amounts: [
        { from: 1, to: 6, amount: 18 },
        { from: 7, amount: 12.5 },
      ],
      amounts_by: 'nights',
      currency_code: 'USD',
      criteria: { weekdays: ['friday', 'saturday'] },
    },
  });
  const discount = { type: 'early_bird', description: 'Early bird', percent: 5 };
  await call('createSurcharge', 'A type of discounts', { body: discount }, { status: 400 });
  const params = { id: made.id };
  await call('getSurcharge', 'One surcharge', { params });
  await call('getLegacySurcharge', 'One surcharge', { params });
  await call('getLegacySurcharge', 'A surcharge that does not exist', { params: { id: 987654321 } }, { status: 404 });
  await call('updateSurcharge', 'Replace all tiered amounts', {
    params,
    body: { amounts: [{ from: 1, amount: 15 }] },
  });
  await call('updateSurcharge', 'The type cannot change', { params, body: { type: 'cleaning' } }, { status: 400 });
  await call('deleteSurcharge', 'Delete a surcharge', { params });
  await call('getSurcharge', 'A surcharge that was deleted', { params }, { status: 404 });
  await call('deleteSurcharge', 'A surcharge that was deleted already', { params }, { status: 404 });
}

async function callDiscounts(call: Scenario['call']): Promise<void> {
  await call('listDiscounts', 'Discounts for long stays', { query: { type: 'length_of_stay', limit: 1 } });
  const made = await call('createDiscount', 'Add a discount with a code', {
    body: { type: 'promotion', description: 'Spring offer', percent: 10, criteria: { discount_code: 'SPRING10' } },
  });
  const negative = { type: 'promotion', description: 'Spring offer', percent: -10 };
  await call('createDiscount', 'A negative percentage', { body: negative }, { status: 400 });
  const params = { id: made.id };
  await call('getDiscount', 'One discount', { params });
  await call('updateDiscount', 'End a discount', { params, body: { active: false } });
  await call(
    'updateDiscount',
    'The discount changed since it was read',
    { params, headers: { 'if-match': '"1"' }, body: { percent: 15 } },
    { status: 412 },
  );
  await call('deleteDiscount', 'Delete a discount', { params });
  await call('getDiscount', 'A discount that was deleted', { params }, { status: 404 });
  await call('deleteDiscount', 'A discount that was deleted already', { params }, { status: 404 });
}
