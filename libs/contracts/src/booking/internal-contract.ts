import { z } from 'zod';
import { publishedBalance } from '../shared/booking-balance';
import { id, idInput, idPath } from '../shared/inputs';
import { findRecordsContract } from '../shared/find-records-contract';
import { internalContract } from '../shared/internal-contract';
import { commonErrors } from '../shared/responses';
import { bookingStatuses, bookingTypes } from './booking';

const account = idInput.describe('The account.');

/** The fields of a booking that finance needs if it has not yet received the booking's event. */
export const bookingInShort = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found').describe('The account has the booking.'),
    type: z.enum(bookingTypes).describe('Type of the booking.'),
    property_id: id.describe('Property of the booking.'),
    guest_id: id.nullable().describe('Guest of the booking.'),
    currency_code: z.string().nullable().describe('Currency of the booking.'),
  }),
  z.object({ outcome: z.literal('unknown').describe('The account has no such booking.') }),
]);

export const searchResult = z.object({
  outcome: z.enum(['found', 'unknown']).describe('Whether the account has the record.'),
});

/**
 * The status of a booking after its balance was applied. The status is `canceled` if the booking was canceled before,
 * for example because it was not paid in time.
 */
const balanceReceipt = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('counted').describe('The balance was applied.'),
    status: z.enum(bookingStatuses).describe('Status of the booking afterwards.'),
  }),
  z.object({ outcome: z.literal('unknown').describe('The account has no such booking.') }),
]);
export type BalanceReceipt = z.infer<typeof balanceReceipt>;

/** The routes of the booking service for other services. */
export const bookingInternalContract = internalContract('booking', {
  readBooking: {
    method: 'POST',
    path: '/internal/bookings/:id/read',
    pathParams: idPath('booking'),
    body: z.object({ user_id: account }),
    summary: 'Read a booking in short',
    description: "Finance reads a booking that it has not received yet by the booking's event.",
    responses: { 200: bookingInShort, ...commonErrors },
  },
  findProperty: {
    method: 'POST',
    path: '/internal/properties/find',
    body: z.object({ user_id: account, property_id: idInput.describe('Id of the property.') }),
    summary: 'Find out whether a property exists',
    description: 'For services that are about to refer to a property that they have not received yet.',
    responses: { 200: searchResult, ...commonErrors },
  },
  findGuest: {
    method: 'POST',
    path: '/internal/guests/find',
    body: z.object({ user_id: account, guest_id: idInput.describe('Id of the guest.') }),
    summary: 'Find out whether a guest exists',
    description: 'For services that are about to refer to a guest that they have not received yet.',
    responses: { 200: searchResult, ...commonErrors },
  },
  keepOwner: {
    method: 'POST',
    path: '/internal/owners/:id/keep',
    pathParams: idPath('owner'),
    body: z.object({ user_id: account }),
    summary: 'Restore a deleted owner',
    description:
      'Restores a deleted owner if anything still refers to them. Finance calls this after it recorded an entry for an ' +
      'owner.',
    responses: { 200: z.object({}), ...commonErrors },
  },
  receiveBalance: {
    method: 'POST',
    path: '/internal/bookings/:id/balance',
    pathParams: idPath('booking'),
    body: z.object({ user_id: account, balance: publishedBalance.describe('What was paid for the booking.') }),
    summary: 'Receive what was paid for a booking',
    description:
      'Stores what was paid, and confirms a pending booking if that is enough. Calls may be repeated and may arrive in any ' +
      'order.',
    responses: { 200: balanceReceipt, ...commonErrors },
  },
  ...findRecordsContract,
});
