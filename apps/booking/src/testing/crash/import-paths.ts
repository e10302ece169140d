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
/** The last stay overlaps both other stays. */
const nights = [
  ['2030-07-01', '2030-07-04'],
  ['2030-07-04', '2030-07-06'],
  ['2030-07-03', '2030-07-05'],
];
const stays = (property_id: number) =>
  nights.map(([arrival, departure], index) => ({ import_key: `stay-${index}`, property_id, arrival, departure }));

/** Describes the fault if a record does not exist exactly once after the import was repeated. */
const faultsUnlessOnce = async (
  { api }: World,
  path: string,
  { items }: ImportReport,
  expected: number,
): Promise<string[]> => {
  const stored = (await api.get(path)).body.items.map(({ id }: { id: number }) => id) as number[];
  const reported = items.flatMap(({ id }) => id ?? []);
  return stored.length === expected && reported.every((id) => stored.includes(id))
    ? []
    : [`the import reported ${reported.join(', ')}, but stored are ${stored.join(', ')}`];
};

/**
 * The imports, for crash tests. A repeated import creates the records that a killed import did not create, and creates
 * nothing twice.
 */
export const importPaths: WritePath[] = [
  {
    name: 'importing guests',
    act: (world) => importing(world, 'guests', guests),
    faults: (world, _given, { body }) => faultsUnlessOnce(world, '/v2/guests', body, 3),
    repeated: 'another',
  },
  {
    name: 'importing bookings, two of which have the same night',
    given: aProperty,
    act: (world, property) => importing(world, 'bookings', stays(property)),
    // Either the first two bookings are stored, or only the third, which overlaps both.
    faults: async (world, _given, { body }) => faultsUnlessOnce(world, '/v2/bookings', body, body.created + body.same),
    repeated: 'another',
  },
];
