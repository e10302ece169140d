import { guest as guestSchema } from '@keyhaven/contracts/booking/guest';
import { message as messageSchema } from '@keyhaven/contracts/messaging/message';
import type { Fields } from '../observed/record';
import type { Sent } from './api-client';
import { choose, type ClientState, nextText } from './client-state';

export async function addGuest(client: ClientState): Promise<void> {
  const body = { first_name: 'Ada', last_name: nextText(client), notes: 'new' };
  const made = await writeGuest(client, { method: 'POST', path: '/v2/guests', body }, body);
  if (made !== undefined) client.guestIds.push(made);
}

export async function changeGuest(client: ClientState): Promise<void> {
  const id = choose(client, client.guestIds);
  if (id === undefined) return addGuest(client);
  const body = { notes: nextText(client) };
  await writeGuest(client, { method: 'PATCH', path: `/v2/guests/${id}`, body }, body);
}

/** Creates or changes a guest. @returns the id of the guest; undefined if the response was unexpected. */
async function writeGuest(client: ClientState, sent: Sent, fields: Fields): Promise<number | undefined> {
  const answer = await client.api.send(sent);
  if (!client.ledger.expect(sent, answer, [200])) return undefined;
  const guest = guestSchema.parse(answer.body);
  const { userId } = client.account;
  client.ledger.acknowledge({ userId, type: 'guest', id: guest.id }, answer.version, guest, fields);
  return guest.id;
}

/** Posts a message in the thread that all clients of the account share. */
export async function postMessage(client: ClientState): Promise<void> {
  const { userId, threadId } = client.account;
  const body = { thread_id: threadId, body: nextText(client) };
  const sent: Sent = { method: 'POST', path: '/v2/messages', body };
  const answer = await client.api.send(sent);
  if (!client.ledger.expect(sent, answer, [200])) return;
  const message = messageSchema.parse(answer.body);
  client.ledger.acknowledge({ userId, type: 'thread_message', id: message.id }, answer.version, message, body);
}
