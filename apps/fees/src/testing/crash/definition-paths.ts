import type { Answer } from '@keyhaven/testing/checked-client';
import { success, withKey } from '@keyhaven/testing/crash/requests';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';

const kinds = [
  { kind: 'surcharge', path: '/v2/surcharges', creation: { type: 'cleaning', description: 'Cleaning', amount: 80 } },
  { kind: 'discount', path: '/v2/discounts', creation: { type: 'promotion', description: 'Spring', percent: 10 } },
] as const;

/** The writes of surcharges and discounts, for crash tests. */
export const definitionPaths: WritePath[] = kinds.flatMap(({ kind, path, creation }): WritePath[] => {
  const given = async ({ api }: World): Promise<number> => (await success(api.post(path, creation))).id;
  const written = {
    record: kind,
    read: ({ api }: World, _: unknown, { body }: Answer) => api.get(`${path}/${body.id}`),
  };
  return [
    {
      ...written,
      name: `making a ${kind} with an Idempotency-Key`,
      act: ({ api }) => api.post(path, creation, withKey),
      repeated: 'the same',
    },
    {
      ...written,
      name: `making a ${kind} without a key`,
      act: ({ api }) => api.post(path, creation),
      repeated: 'another',
    },
    {
      ...written,
      name: `changing a ${kind}`,
      given,
      act: ({ api }, id) => api.patch(`${path}/${id}`, { description: 'Another', active: false }),
      repeated: 'the same',
    },
    {
      name: `deleting a ${kind}`,
      given,
      act: ({ api }, id) => api.delete(`${path}/${id}`),
      faults: async ({ api }, id) => {
        const { items } = await success(api.get(path));
        return items.some((item: { id: number }) => item.id === id) ? [`the ${kind} ${id} is still listed`] : [];
      },
      repeated: 'gone',
    },
  ];
});
