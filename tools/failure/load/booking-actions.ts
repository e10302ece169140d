import { type Booking, booking as bookingSchema } from '@keyhaven/contracts/booking/booking';
import { errorBody } from '@keyhaven/contracts/shared/errors';
import { nightsOf } from '@keyhaven/stays/nights';
import type { RecordKey } from '../observed/record';
import type { Answered, Sent } from './api-client';
import { anyNights, contestedNight } from './choose-stay';
import { choose, type ClientState, nextText, type OwnStay, type PropertyStay, take } from './client-state';

/** The share of new bookings, from 0 to 1, that are for the night that all clients of the account try to book. */
const CONTESTED = 0.5;

const keyOf = ({ account: { userId } }: ClientState, id: number): RecordKey => ({ userId, type: 'booking', id });
export const holderOf = (type: 'booking' | 'quote', id: number) => `${type} ${id}`;

/** The nights of a stay, as the ledger records them. */
export function nightsHeld({ account: { userId } }: ClientState, stay: PropertyStay) {
  return { userId, propertyId: stay.property_id, nights: nightsOf(stay) };
}

/** Books nights that may be taken. */
export async function book(client: ClientState): Promise<void> {
  const stay = client.random() < CONTESTED ? contestedNight(client) : anyNights(client);
  await bookStay(client, stay);
}

/** @returns the booking; undefined if its nights are taken. */
export async function bookStay(client: ClientState, stay: PropertyStay): Promise<Booking | undefined> {
  const guest_id = choose(client, client.guestIds) ?? null;
  const body = { ...stay, adults: 2, title: nextText(client), guest_id };
  const sent: Sent = { method: 'POST', path: '/v2/bookings', body };
  const answer = await client.api.send(sent);
  if (!client.ledger.expect(sent, answer, [200, 409]) || wasTaken(client, answer)) return undefined;
  const made = noteBooking(client, answer, body);
  client.ledger.hold(holderOf('booking', made.id), nightsHeld(client, stay), answer.answeredAt);
  client.bookings.push({ id: made.id, stay });
  return made;
}

/** Accepts a quote. The new booking then occupies the nights that the quote held. */
export async function acceptQuote(client: ClientState): Promise<void> {
  const quote = take(client, client.quotes);
  if (!quote) return book(client);
  const sent: Sent = { method: 'POST', path: '/v2/bookings', body: { quote_id: quote.id } };
  const answer = await client.api.send(sent);
  if (!client.ledger.expect(sent, answer, [200])) return;
  const made = noteBooking(client, answer, { ...quote.stay, status: 'active', type: 'booking' });
  const { userId } = client.account;
  const accepted = { ...quote.stay, status: 'accepted', booking_id: made.id };
  client.ledger.acknowledge({ userId, type: 'quote', id: quote.id }, undefined, accepted);
  client.ledger.release(holderOf('quote', quote.id), answer.answeredAt);
  client.ledger.hold(holderOf('booking', made.id), nightsHeld(client, quote.stay), answer.answeredAt);
  client.bookings.push({ id: made.id, stay: quote.stay });
}

export async function cancel(client: ClientState): Promise<void> {
  const own = take(client, client.bookings);
  if (!own) return book(client);
  const answer = await patch(client, own, { status: 'canceled' });
  if (answer) client.ledger.release(holderOf('booking', own.id), answer.sentAt);
}

export async function retitle(client: ClientState): Promise<void> {
  const own = choose(client, client.bookings);
  if (!own) return book(client);
  await patch(client, own, { title: nextText(client) });
}

/** Moves a booking to other nights of its property. The other nights may be taken. */
export async function move(client: ClientState): Promise<void> {
  const own = choose(client, client.bookings);
  if (!own) return book(client);
  const { arrival, departure } = anyNights(client);
  const stay = { ...own.stay, arrival, departure };
  const answer = await patch(client, own, { arrival, departure }, [200, 409]);
  if (!answer) return;
  own.stay = stay;
  client.ledger.release(holderOf('booking', own.id), answer.sentAt);
  client.ledger.hold(holderOf('booking', own.id), nightsHeld(client, stay), answer.answeredAt);
}

/** @returns the response; undefined if the change was refused. */
async function patch(client: ClientState, { id }: OwnStay, body: object, statuses: readonly number[] = [200]) {
  const sent: Sent = { method: 'PATCH', path: `/v2/bookings/${id}`, body };
  const answer = await client.api.send(sent);
  if (!client.ledger.expect(sent, answer, statuses) || wasTaken(client, answer)) return undefined;
  noteBooking(client, answer, { ...body });
  return answer;
}

/** Whether a request was refused with a 409. The only valid reason is that nights are taken; others are faults. */
export function wasTaken({ tally, ledger }: ClientState, { status, body }: Answered): boolean {
  if (status !== 409) return false;
  const code = errorBody.parse(body).status;
  if (code === 'nights_taken') tally.add('nights taken');
  else ledger.faults.push(`nights were refused with ${JSON.stringify(body)}`);
  return true;
}

function noteBooking(client: ClientState, { body, version }: Answered, sent: Record<string, unknown>): Booking {
  const made = bookingSchema.parse(body);
  client.ledger.acknowledge(keyOf(client, made.id), version, made, sent);
  return made;
}
