import { z } from 'zod';
import { id, idInput, idPath } from '../shared/inputs';
import { internalContract } from '../shared/internal-contract';
import { commonErrors } from '../shared/responses';

const paymentsOfBooking = z.object({
  payment_ids: z
    .array(id)
    .describe("Ids of the booking's payments, completed or pending, including security deposits."),
});

const referencesOfOwner = z.object({
  references: z
    .array(z.string())
    .describe(
      'Descriptions of records of the owner, such as `owner entry 17` and `statement 2026-05`. At most a few of each kind.',
    ),
});
const ofAccount = z.object({ user_id: idInput.describe('Id of the account.') });

/** The routes of the finance service for other services. */
export const financeInternalContract = internalContract('finance', {
  paymentsOfBooking: {
    method: 'POST',
    path: '/internal/bookings/:id/payments',
    pathParams: idPath('booking'),
    body: ofAccount,
    summary: 'List the payments of a booking',
    description: 'Booking calls it before it lets a pending booking lapse.',
    responses: { 200: paymentsOfBooking, ...commonErrors },
  },
  referencesOfOwner: {
    method: 'POST',
    path: '/internal/owners/:id/references',
    pathParams: idPath('owner'),
    body: ofAccount,
    summary: 'Find what is recorded for an owner',
    description: 'Booking calls it before it deletes an owner.',
    responses: { 200: referencesOfOwner, ...commonErrors },
  },
});
