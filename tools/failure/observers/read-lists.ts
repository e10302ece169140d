import { booking as bookingSchema } from '@keyhaven/contracts/booking/booking';
import { guest as guestSchema } from '@keyhaven/contracts/booking/guest';
import { messagePage } from '@keyhaven/contracts/messaging/public-contract';
import { page } from '@keyhaven/contracts/shared/paging';
import { nightsOf } from '@keyhaven/stays/nights';
import type { z } from 'zod';
import { succeed, type TestAccount } from '../load/accounts';
import type { ApiClient } from '../load/api-client';
import { storedQuote } from '../load/quote-actions';
import { type Fields, fieldsOf, type ListedRecord, type RecordType } from '../observed/record';

const LIMIT = 1000;

type ListPage<Item> = z.ZodType<{ items: Item[]; next_page_url: string | null }>;

async function readAll<Item>(api: ApiClient, path: string, schema: ListPage<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for (let next: string | null = path; next !== null;) {
    const { items, next_page_url }: z.output<ListPage<Item>> = await succeed(
      api,
      { method: 'GET', path: next },
      schema,
    );
    all.push(...items);
    next = next_page_url;
  }
  return all;
}

/** Reads, from the lists of the API, all records of an account that have one of the types that clients write. */
export async function readLists(api: ApiClient, { userId, threadId }: TestAccount): Promise<ListedRecord[]> {
  const record = (type: RecordType, id: number, shown: Fields): ListedRecord => ({
    userId,
    type,
    id,
    fields: fieldsOf(type, shown),
    nights: [],
    propertyId: undefined,
    heldFor: undefined,
  });
  const bookings = await readAll(api, `/v2/bookings?limit=${LIMIT}`, page(bookingSchema));
  const quotes = await readAll(api, `/v2/quotes?limit=${LIMIT}`, page(storedQuote));
  const guests = await readAll(api, `/v2/guests?limit=${LIMIT}`, page(guestSchema));
  const messages = await readAll(api, `/v2/messages?thread_id=${threadId}&limit=${LIMIT}`, messagePage);
  return [
    ...bookings.map((one) => ({
      ...record('booking', one.id, one),
      nights: one.status === 'canceled' ? [] : nightsOf(one),
      propertyId: one.property_id,
      heldFor: one.type === 'quote_hold' ? (one.quote_id ?? undefined) : undefined,
    })),
    ...quotes.map((one) => record('quote', one.id, one)),
    ...guests.map((one) => record('guest', one.id, one)),
    ...messages.map((one) => record('thread_message', one.id, one)),
  ];
}
