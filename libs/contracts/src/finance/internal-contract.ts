import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { id, idInput } from '../shared/inputs';
import { commonErrors } from '../shared/responses';

/** Payments that are there, completed or on their way; security deposits count too. */
export const paymentsOfBooking = z.object({ payment_ids: z.array(id) });

/** What other services ask of finance. */
export const financeInternalContract = initContract().router({
  paymentsOfBooking: {
    method: 'POST',
    path: '/internal/bookings/:id/payments',
    pathParams: z.object({ id: idInput }),
    body: z.object({ user_id: idInput }),
    responses: { 200: paymentsOfBooking, ...commonErrors },
  },
});
