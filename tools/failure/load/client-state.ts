import type { Stay } from '@keyhaven/stays/nights';
import type { Tally } from '../observed/tally';
import type { TestAccount } from './accounts';
import type { ApiClient } from './api-client';
import type { Ledger } from './ledger';

export interface PropertyStay extends Stay {
  property_id: number;
}

/** A booking or quote that the client has created and that occupies nights. */
export interface OwnStay {
  id: number;
  stay: PropertyStay;
}

/** The state of a client that writes. No other client changes the records of this client. */
export interface ClientState {
  /** The name of the client. It makes the texts of its records unique. */
  label: string;
  account: TestAccount;
  api: ApiClient;
  ledger: Ledger;
  tally: Tally;
  random: () => number;
  /** The number of texts that the client has generated. The next text contains this number. */
  texts: number;
  bookings: OwnStay[];
  quotes: OwnStay[];
  guestIds: number[];
}

export function newClient(
  parts: Pick<ClientState, 'label' | 'account' | 'api' | 'ledger' | 'tally' | 'random'>,
): ClientState {
  return { ...parts, texts: 0, bookings: [], quotes: [], guestIds: [] };
}

/** Returns a text that no other record has. */
export function nextText(client: ClientState): string {
  client.texts += 1;
  return `${client.label} ${client.texts}`;
}

/** Chooses an entry at random; undefined if there is none. */
export function choose<Entry>({ random }: ClientState, entries: readonly Entry[]): Entry | undefined {
  return entries[Math.floor(random() * entries.length)];
}

/** Removes and returns an entry that is chosen at random; undefined if there is none. */
export function take<Entry>({ random }: ClientState, entries: Entry[]): Entry | undefined {
  return entries.splice(Math.floor(random() * entries.length), 1)[0];
}
