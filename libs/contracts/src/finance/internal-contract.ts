import { z } from 'zod';
import { id, idInput } from '../shared/inputs';
import { internalContract } from '../shared/internal-contract';
import { commonErrors } from '../shared/responses';

/** The ids of a booking's payments, completed or pending, including security deposits. */
const paymentsOfBooking = z.object({ payment_ids: z.array(id) });

/** The routes of the finance service for other services. */
export const financeInternalContract = internalContract('finance', {
  paymentsOfBooking: {
    method: 'POST',
    path: '/internal/bookings/:id/payments',
    pathParams: z.object({ id: idInput }),
    body: z.object({ user_id: idInput }),
    responses: { 200: paymentsOfBooking, ...commonErrors },
  },
});
