import { z } from 'zod';
import { day } from './account';
import type { AccountClient } from './account-client';
import { bodyOf, withId } from './read-answer';

/** The ids of the records that a stay refers to. */
interface Surroundings {
  property: string;
  listing_site: string;
  stayingGuest: string;
}

/** A PNG with one pixel. */
const image = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Creates a booking and a quote, with charges, payments, messages and other records about them. */
export async function fillStay(client: AccountClient, { property, listing_site, stayingGuest }: Surroundings) {
  const { operate, idIn, post, patch, get, text, marker } = client;
  const party = { property_id: property, guest_id: stayingGuest, listing_site_id: listing_site, adults: 2 };
  const nights = (from: number) => ({ arrival: day(from), departure: day(from + 7), notes: text('stay') });

  const discount_code = `${marker}10`;
  const [scope, criteria] = [{ property_ids: [property] }, { discount_code }];
  const linen = { type: 'linen', description: text('linen'), amount: 9, ...scope };
  const surcharge = await idIn(post('/v2/surcharges', linen));
  const offer = { type: 'promotion', description: text('offer'), percent: 5, criteria };
  const discount = await idIn(post('/v2/discounts', offer));
  const stay = { ...party, ...nights(40), title: text('title'), generate_charges: true };
  const booked = bodyOf(await post('/v2/bookings', stay), withId.extend({ form_key: z.string() }));
  const { id: booking, form_key } = booked;
  const door_codes = [{ code: text('door'), lock_names: [text('lock')] }];
  await idIn(operate('booking', `/bookings/${booking}`, { door_codes }, 'PATCH'));
  const quote = await idIn(post('/v2/quotes', { ...party, ...nights(60) }));
  const rates = [{ property_id: property, date: day(80), currency: 'USD', amount: 99 }];
  bodyOf(await patch('/v2/spotrates', { rates }), z.unknown());

  const money = { booking_id: booking, amount: 50, reference: text('reference') };
  const payment = await idIn(operate('finance', '/payments', { ...money, method: 'card' }));
  const refund = await idIn(operate('finance', '/refunds', { ...money, amount: 10, reason: text('reason') }));
  const fee = await idIn(operate('finance', '/fees', { ...money, amount: 2, type: 'processing' }));
  const lines = [{ type: 'payment', record_id: payment }];
  const payout = { currency_code: 'USD', account: text('bank'), reference: text('payout'), lines };
  const deposit = await idIn(operate('finance', '/deposits', payout));

  const conversation = { booking_id: booking, guest_id: stayingGuest, channel: text('channel') };
  const thread = await idIn(operate('messaging', '/threads', conversation));
  const letter = { thread_id: thread, body: text('message'), attachments: [{ content: image }] };
  const message = await idIn(operate('messaging', '/messages', letter));
  const attached = z.object({ attachment_urls: z.array(z.string()).min(1) });
  const { attachment_urls } = bodyOf(await get(`/v2/messages/${message}`), attached);

  const charges = { surcharge, discount, discount_code, spot_rate: `${property}/${day(80)}` };
  const records = { payment, refund, fee, deposit, thread, message };
  return { attachment: attachment_urls[0]!, ids: { booking, form_key, quote, ...charges, ...records } };
}
