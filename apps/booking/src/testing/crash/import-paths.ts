import { operatorPath } from '@keyhaven/testing/crash/requests';
import type { World, WritePath } from '@keyhaven/testing/crash/write-path';
import type { ImportReport } from '@keyhaven/contracts/shared/import-contract';
import { aProperty } from './requests';

const importing = (world: World, records: string, lines: readonly object[]) =>
  world.operator.post(operatorPath(world, `/imports/${records}`), undefined, {
    rawBody: lines.map((line) => JSON.stringify(line)).join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  });
const guests = [1, 2, 3].map((number) => ({ import_key: `guest-${number}`, first_name: `Ida ${number}` }));
/** The last stay takes a night of the first. */
const nights = [
  ['2030-07-01', '2030-07-04'],
  ['2030-07-04', '2030-07-06'],
  ['2030-07-03', '2030-07-05'],
];
const stays = (property_id: number) =>
  nights.map(([arrival, departure], index) => ({ import_key: `stay-${index}`, property_id, arrival, departure }));

/** The faults unless the repeated import left each record once. */
const unlessOnce = async (
  { api }: World,
  path: string,
  { items }: ImportReport,
  expected: number,
): Promise<string[]> => {
  const stored = (await api.get(path)).body.items.map(({ id }: { id: number }) => id) as number[];
  const reported = items.flatMap(({ id }) => id ?? []);
  return stored.length === expected && reported.every((id) => stored.includes(id))
    ? []
    : [`the import reported ${reported.join(', ')}, and there are ${stored.join(', ')}`];
};

/** Imports: a repetition finishes what a killed one left, and creates nothing twice. */
export const importPaths: WritePath[] = [
  {
    name: 'importing guests',
    act: (world) => importing(world, 'guests', guests),
    faults: (world, _given, { body }) => unlessOnce(world, '/v2/guests', body, 3),
    repeated: 'another',
  },
  {
    name: 'importing bookings of which two want the same nights',
    given: aProperty,
    act: (world, property) => importing(world, 'bookings', stays(property)),
    // The first two together, or the third alone.
    faults: async (world, _given, { body }) => unlessOnce(world, '/v2/bookings', body, body.created + body.same),
    repeated: 'another',
  },
];
