import type { BookingUnderTest, TestAccount } from './booking-under-test';

/** An account with a property, and a quote of three nights there. */
export interface QuoteSetup extends TestAccount {
  property_id: number;
  quote: { id: number } & Record<string, any>;
}

export const quotedStay = { arrival: '2030-07-01', departure: '2030-07-04', adults: 2 };

export async function aQuote(
  booking: BookingUnderTest,
  body: Record<string, unknown> = {},
  property: Record<string, unknown> = {},
): Promise<QuoteSetup> {
  const account = await booking.anAccount();
  const property_id = await account.operator.property({ time_zone: 'Europe/Rome', ...property });
  const answer = await account.api.post('/v2/quotes', { property_id, ...quotedStay, ...body });
  if (answer.status !== 200) throw new Error(`the quote was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return { ...account, property_id, quote: answer.body };
}

/**
 * Sets the expiry of a quote to a minute ago, also in the linked_availability records of its hold. Returns the new
 * expiry.
 */
export async function letExpire(booking: BookingUnderTest, quoteId: number): Promise<Date> {
  const over = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000);
  const stays = booking.connection.collection<{ _id: number }>('stays');
  const quoted = await stays.findOneAndUpdate({ 'quote.id': quoteId }, { $set: { 'quote.expires_utc': over } });
  await stays.updateMany({ 'source.stay_id': quoted!._id }, { $set: { 'source.expires_utc': over } });
  return over;
}
