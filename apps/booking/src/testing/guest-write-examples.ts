import type { WriteExample } from '@keyhaven/testing/describe-idempotent-writes';
import type { BookingUnderTest } from './booking-under-test';
import { july, preparePublicWrite } from './prepare-write';

/** Examples of the write routes of guests. */
export function guestWriteExamples(service: () => BookingUnderTest): Record<string, WriteExample> {
  const publicWrite = preparePublicWrite(service);
  /** The deletion of a guest's contact detail. */
  function detailDeletion(list: string, detail: object) {
    return publicWrite(async ({ api }) => {
      const { body } = await api.post('/v2/guests', { first_name: 'Ida', [list]: [detail] });
      return { path: `/v2/guests/${body.id}/${list}/${body[list][0].id}` };
    });
  }
  return {
    'POST /v2/guests': {
      prepare: () =>
        publicWrite(() => ({ path: '/v2/guests', body: { first_name: 'Ida' }, otherBody: { first_name: 'Eva' } })),
    },
    'PATCH /v2/guests/:id': {
      prepare: () =>
        publicWrite(async ({ api }) => {
          const { body } = await api.post('/v2/guests', { first_name: 'Ida' });
          return { path: `/v2/guests/${body.id}`, body: { first_name: 'First' }, otherBody: { first_name: 'Later' } };
        }),
    },
    'DELETE /v2/guests/:id': {
      prepare: () =>
        publicWrite(async ({ api }) => ({
          path: `/v2/guests/${(await api.post('/v2/guests', { first_name: 'Ida' })).body.id}`,
        })),
      prepareRefused: () =>
        publicWrite(async ({ api, operator }, property_id) => {
          const guest_id = (await api.post('/v2/guests', { first_name: 'Ida' })).body.id as number;
          const block = async () => {
            const { id } = await operator.booking({ property_id, ...july, guest_id });
            return () => api.patch(`/v2/bookings/${id}`, { guest_id: null });
          };
          return { path: `/v2/guests/${guest_id}`, block };
        }),
    },
    'DELETE /v2/guests/:id/addresses/:detail_id': { prepare: () => detailDeletion('addresses', { city: 'Rome' }) },
    'DELETE /v2/guests/:id/email_addresses/:detail_id': {
      prepare: () => detailDeletion('email_addresses', { address: 'ida@example.com' }),
    },
    'DELETE /v2/guests/:id/phones/:detail_id': { prepare: () => detailDeletion('phones', { number: '555 0100' }) },
  };
}
