import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import { z } from 'zod';
import { kindOfValue, type Place } from './classify-value';
import { type NamedRoute, parametersOf } from './public-routes';
import { type Leaf, leavesOf } from './schema-leaves';

/** A place in the requests of a route where the id of a record may be. */
export interface Position {
  place: Place;
  path: readonly string[];
  /** Whose id it takes. */
  kind: string;
  /** Whether only the server decides the field, so that every other value than the present one is refused. */
  isEcho: boolean;
  /** Another field in the same place, which names the kind. */
  also?: { path: readonly string[]; value: string };
}

/** The fields beside an id that name the kind of its record, by the name of the id. */
const typeFields: Readonly<Record<string, string>> = { entity_id: 'entity_type', record_id: 'type' };
/** Words of it of which the platform has no records. */
const withoutRecords = new Set(['inquiry']);

/** Lists the places for ids in the requests of a route. @throws Error if one cannot be classified. */
export function positionsOf(named: Pick<NamedRoute, 'route'>): Position[] {
  const { route } = named;
  const places: [Place, Leaf[]][] = [
    ['path', leavesOfPath(route)],
    ['query', leavesOf(route.query)],
    ['header', leavesOf(route.headers)],
    ['body', 'body' in route ? [...leavesOf(route.body), ...echoesOf(route)] : []],
  ];
  return places.flatMap(([place, leaves]) =>
    leaves.flatMap((leaf) => {
      const kind = kindOfValue(named, place, leaf);
      if (kind === undefined) return [];
      const position = { place, path: leaf.path, kind, isEcho: leaf.kind === 'echo' };
      // Its type is in the record, and so cannot be chosen.
      if (kind === 'entity' && position.isEcho) return [];
      return kind === 'entity' ? positionsOfKinds(position, leaves) : [position];
    }),
  );
}

/** One position for each kind of record that the type field accepts. */
function positionsOfKinds(position: Position, leaves: readonly Leaf[]): Position[] {
  const typePath = [...position.path.slice(0, -1), typeFields[position.path.at(-1)!] ?? 'type'];
  const words = leaves.find(({ path }) => path.join() === typePath.join())?.words ?? [];
  if (words.length === 0) throw new Error(`${position.path.join('.')} takes the id of a record without its type`);
  return words
    .filter((word) => !withoutRecords.has(word))
    .map((word) => ({ ...position, kind: word, also: { path: typePath, value: word } }));
}

/** The fields of the answer that are not in the body. Clients may send them back, so services look at them. */
function echoesOf(route: AppRoute): Leaf[] {
  const [sent, answered] = ['body' in route ? route.body : undefined, route.responses[200]].map(fieldsOf);
  const others = answered!.filter((name) => !sent!.includes(name));
  return others.map((name) => ({ path: [name], kind: 'echo', words: [], isRequired: false }));
}

/** The names of the fields of an object, even inside checks and transforms. */
function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** The parameters of a path. Those that the contract does not describe are texts. */
function leavesOfPath(route: AppRoute): Leaf[] {
  const described = leavesOf(route.pathParams);
  return parametersOf(route.path).map(
    (name) =>
      described.find(({ path }) => path.join() === name) ?? { path: [name], kind: 'text', words: [], isRequired: true },
  );
}
