import { z } from 'zod';
import { publishedBalance } from '../shared/booking-balance';
import { id, idInput } from '../shared/inputs';
import { findRecordsContract } from '../shared/find-records-contract';
import { internalContract } from '../shared/internal-contract';
import { commonErrors } from '../shared/responses';
import { bookingStatuses, bookingTypes } from './booking';

const idPath = z.object({ id: idInput });

/** The fields of a booking that finance needs before the booking's event arrives. */
export const bookingInShort = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    type: z.enum(bookingTypes),
    property_id: id,
    guest_id: id.nullable(),
    currency_code: z.string().nullable(),
  }),
  z.object({ outcome: z.literal('unknown') }),
]);

/** Looks for this property, or for any property of this owner. */
const propertySearch = z.union([
  z.object({ user_id: idInput, property_id: idInput }),
  z.object({ user_id: idInput, owner_id: idInput }),
]);
export type PropertySearch = z.output<typeof propertySearch>;

/** Whether the account has the record. */
export const searchResult = z.object({ outcome: z.enum(['found', 'unknown']) });

/** The status of a booking after its payments were counted; `canceled` if it had expired or was canceled before. */
const balanceReceipt = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('counted'), status: z.enum(bookingStatuses) }),
  z.object({ outcome: z.literal('unknown') }),
]);
export type BalanceReceipt = z.infer<typeof balanceReceipt>;

/** The routes of the booking service for other services. */
export const bookingInternalContract = internalContract('booking', {
  readBooking: {
    method: 'POST',
    path: '/internal/bookings/:id/read',
    pathParams: idPath,
    body: z.object({ user_id: idInput }),
    responses: { 200: bookingInShort, ...commonErrors },
  },
  findProperty: {
    method: 'POST',
    path: '/internal/properties/find',
    body: propertySearch,
    responses: { 200: searchResult, ...commonErrors },
  },
  findGuest: {
    method: 'POST',
    path: '/internal/guests/find',
    body: z.object({ user_id: idInput, guest_id: idInput }),
    responses: { 200: searchResult, ...commonErrors },
  },
  /**
   * Updates what was paid, and confirms a pending booking if that is enough. Calls may be repeated, and may arrive in
   * any order.
   */
  receiveBalance: {
    method: 'POST',
    path: '/internal/bookings/:id/balance',
    pathParams: idPath,
    body: z.object({ user_id: idInput, balance: publishedBalance }),
    responses: { 200: balanceReceipt, ...commonErrors },
  },
  ...findRecordsContract,
});
