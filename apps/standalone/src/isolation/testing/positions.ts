import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import { z } from 'zod';
import { kindOfValue, type Place } from './classify-value';
import { type NamedRoute, parametersOf } from './public-routes';
import { type Leaf, leavesOf } from './schema-leaves';

/** A part of a route's requests that may contain the id of a record. */
export interface Position {
  place: Place;
  path: readonly string[];
  /** The kind of record whose id is expected here. */
  kind: string;
  /** Whether only the server sets the field. Clients may send it with its current value; other values are refused. */
  isEcho: boolean;
  /** The field at the same level that contains the kind of record, with its value. */
  also?: { path: readonly string[]; value: string };
}

/** The fields that contain the kind of a record. The key is the field that contains the id of this record. */
const typeFields: Readonly<Record<string, string>> = { entity_id: 'entity_type', record_id: 'type' };
/** Kinds that a type field accepts, although the platform has no such records. */
const withoutRecords = new Set(['inquiry']);

/** Lists the positions in the requests of a route that take an id. @throws Error if a position cannot be classified. */
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
      // The server has set the kind of this field's record, so no request can choose another kind.
      if (kind === 'entity' && position.isEcho) return [];
      return kind === 'entity' ? positionsOfKinds(position, leaves) : [position];
    }),
  );
}

/** Returns one position for each kind of record that the type field accepts. */
function positionsOfKinds(position: Position, leaves: readonly Leaf[]): Position[] {
  const typePath = [...position.path.slice(0, -1), typeFields[position.path.at(-1)!] ?? 'type'];
  const words = leaves.find(({ path }) => path.join() === typePath.join())?.words ?? [];
  if (words.length === 0) throw new Error(`${position.path.join('.')} takes the id of a record without its type`);
  return words
    .filter((word) => !withoutRecords.has(word))
    .map((word) => ({ ...position, kind: word, also: { path: typePath, value: word } }));
}

/**
 * The fields that only the response body has according to the contract. Clients may send these fields back, so services
 * compare the sent values with the stored ones.
 */
function echoesOf(route: AppRoute): Leaf[] {
  const [sent, answered] = ['body' in route ? route.body : undefined, route.responses[200]].map(fieldsOf);
  const others = answered!.filter((name) => !sent!.includes(name));
  return others.map((name) => ({ path: [name], kind: 'echo', words: [], isRequired: false }));
}

/** Returns the names of the fields of an object schema, even if it is wrapped in a pipe. */
function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** The parameters of a path. A parameter that the contract does not describe counts as text. */
function leavesOfPath(route: AppRoute): Leaf[] {
  const described = leavesOf(route.pathParams);
  return parametersOf(route.path).map(
    (name) =>
      described.find(({ path }) => path.join() === name) ?? { path: [name], kind: 'text', words: [], isRequired: true },
  );
}
