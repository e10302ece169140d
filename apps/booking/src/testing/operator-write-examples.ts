import type { WriteExample } from '@keyhaven/testing/describe-idempotent-writes';
import type { BookingUnderTest } from './booking-under-test';
import { july, type PrepareWrite } from './prepare-write';

/** Examples of the write routes of operators. */
export function operatorWriteExamples(service: () => BookingUnderTest): Record<string, WriteExample> {
  const operatorWrite = prepareOperatorWrite(service);
  return {
    'POST /operator/accounts/:user_id/properties': {
      prepare: () => operatorWrite(() => ({ path: '/properties', body: { name: 'A' }, otherBody: { name: 'B' } })),
    },
    'PATCH /operator/accounts/:user_id/properties/:id': {
      prepare: () =>
        operatorWrite((_account, property_id) => ({
          path: `/properties/${property_id}`,
          body: { name: 'First' },
          otherBody: { name: 'Later' },
        })),
    },
    'POST /operator/accounts/:user_id/owners': {
      prepare: () =>
        operatorWrite(() => ({ path: '/owners', body: { name: 'Rossi Ltd' }, otherBody: { name: 'Other' } })),
    },
    'PATCH /operator/accounts/:user_id/owners/:id': {
      prepare: () =>
        operatorWrite(async ({ operator }) => ({
          path: `/owners/${await operator.owner()}`,
          body: { name: 'First' },
          otherBody: { name: 'Later' },
        })),
    },
    'DELETE /operator/accounts/:user_id/owners/:id': {
      prepare: () => operatorWrite(async ({ operator }) => ({ path: `/owners/${await operator.owner()}` })),
      prepareRefused: () =>
        operatorWrite(async ({ operator }, property_id) => {
          const owner_id = await operator.owner();
          const block = async () => {
            await operator.patch(`/properties/${property_id}`, { owner_id });
            return () => operator.patch(`/properties/${property_id}`, { owner_id: null });
          };
          return { path: `/owners/${owner_id}`, block };
        }),
    },
    'POST /operator/accounts/:user_id/listing_sites': {
      prepare: () =>
        operatorWrite(() => ({
          path: '/listing_sites',
          body: { name: 'Airbnb', domain: 'airbnb.example' },
          otherBody: { name: 'Other', domain: 'other.example' },
        })),
    },
    'PATCH /operator/accounts/:user_id/listing_sites/:id': {
      prepare: () =>
        operatorWrite(async ({ operator }) => ({
          path: `/listing_sites/${await operator.listingSite()}`,
          body: { name: 'First' },
          otherBody: { name: 'Later' },
        })),
    },
    'POST /operator/accounts/:user_id/links': {
      prepare: () =>
        operatorWrite(async ({ operator }, property_id) => {
          const others = [await operator.property(), await operator.property()];
          return {
            path: '/links',
            body: { property_ids: [property_id, others[0]] },
            otherBody: { property_ids: [property_id, others[1]] },
          };
        }),
    },
    'POST /operator/accounts/:user_id/links (whose link is removed later)': {
      prepare: () =>
        operatorWrite(async ({ operator }, property_id) => ({
          path: '/links',
          body: { property_ids: [property_id, await operator.property()] },
          later: async () => operator.delete(`/links/${(await operator.get('/links')).body.items[0].id}`),
        })),
    },
    'DELETE /operator/accounts/:user_id/links/:id': {
      prepare: () =>
        operatorWrite(async ({ operator }, property_id) => {
          const other = await operator.property();
          return {
            path: `/links/${await operator.link(property_id, other)}`,
            later: () => operator.post('/links', { property_ids: [property_id, other] }),
          };
        }),
    },
    'POST /operator/accounts/:user_id/bookings': {
      prepare: () =>
        operatorWrite((_account, property_id) => ({
          path: '/bookings',
          body: { property_id, ...july },
          otherBody: { property_id, ...july, title: 'Other' },
        })),
    },
    'PATCH /operator/accounts/:user_id/bookings/:id': {
      prepare: () =>
        operatorWrite(async ({ operator }, property_id) => {
          const { id } = await operator.booking({ property_id, ...july });
          return { path: `/bookings/${id}`, body: { title: 'First' }, otherBody: { title: 'Later' } };
        }),
    },
  };
}

/** Prepares operator requests for a new account. */
function prepareOperatorWrite(service: () => BookingUnderTest): PrepareWrite {
  return async (write) => {
    const account = await service().anAccount();
    const part = await write(account, await account.operator.property());
    const path = `/operator/accounts/${account.userId}${part.path}`;
    return { userId: account.userId, caller: 'operator', ...part, path };
  };
}
