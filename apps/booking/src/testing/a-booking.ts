import type { TestAccount } from './booking-under-test';

export const july = { arrival: '2026-07-01', departure: '2026-07-04' };

/**
 * Creates a booking of two adults in July, at the property in the body or else at a new property.
 */
export async function aBooking(account: TestAccount, body: Record<string, unknown> = {}): Promise<Record<string, any>> {
  const property_id = body.property_id ?? (await account.operator.property());
  const answer = await account.api.post('/v2/bookings', { property_id, ...july, adults: 2, ...body });
  if (answer.status !== 200)
    throw new Error(`the booking was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body as Record<string, any>;
}
