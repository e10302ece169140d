import { z } from 'zod';
import { id, idInput } from '../shared/inputs';
import { internalContract } from '../shared/internal-contract';
import { commonErrors } from '../shared/responses';

/** Payments that are there, completed or on their way; security deposits count too. */
const paymentsOfBooking = z.object({ payment_ids: z.array(id) });

/** The routes of finance for other services. */
export const financeInternalContract = internalContract('finance', {
  paymentsOfBooking: {
    method: 'POST',
    path: '/internal/bookings/:id/payments',
    pathParams: z.object({ id: idInput }),
    body: z.object({ user_id: idInput }),
    responses: { 200: paymentsOfBooking, ...commonErrors },
  },
});
