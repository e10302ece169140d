import { quote as quoteSchema } from '@keyhaven/contracts/booking/quote';
import { id as idOfRecord } from '@keyhaven/contracts/shared/inputs';
import type { Sent } from './api-client';
import { book, holderOf, nightsHeld, wasTaken } from './booking-actions';
import { anyNights } from './choose-stay';
import { type ClientState, nextText, take } from './client-state';

/** A stored quote always has an id. Only the responses to dry runs contain quotes without an id. */
export const storedQuote = quoteSchema.extend({ id: idOfRecord });

/** The share of quotes with charges, for which the booking service calls pricing and fees. */
const CHARGED = 0.5;

/** Tries to create a quote. The nights that the quote would hold may be taken. */
export async function quote(client: ClientState): Promise<void> {
  const stay = anyNights(client);
  const body = { ...stay, adults: 2, hold_dates: true, notes: nextText(client) };
  const generate_charges = client.random() < CHARGED;
  // Ignore the rules of properties, such as gaps. Pricing checks these rules with its copies of
  // bookings, which may be outdated during the failures.
  const sent: Sent = { method: 'POST', path: '/v2/quotes', body: { ...body, generate_charges, ignore_rules: true } };
  const answer = await client.api.send(sent);
  if (!client.ledger.expect(sent, answer, [200, 409]) || wasTaken(client, answer)) return;
  const made = storedQuote.parse(answer.body);
  const { id } = made;
  const { userId } = client.account;
  client.ledger.acknowledge({ userId, type: 'quote', id }, answer.version, made, body);
  client.ledger.hold(holderOf('quote', id), nightsHeld(client, stay), answer.answeredAt);
  client.quotes.push({ id, stay });
}

/** Deletes a quote, which frees its nights. */
export async function deleteQuote(client: ClientState): Promise<void> {
  const own = take(client, client.quotes);
  if (!own) return book(client);
  const sent: Sent = { method: 'DELETE', path: `/v2/quotes/${own.id}` };
  const answer = await client.api.send(sent);
  if (!client.ledger.expect(sent, answer, [204])) return;
  const { userId } = client.account;
  client.ledger.acknowledge({ userId, type: 'quote', id: own.id }, undefined, undefined);
  client.ledger.release(holderOf('quote', own.id), answer.sentAt);
}
