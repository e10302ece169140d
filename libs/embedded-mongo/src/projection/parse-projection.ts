import type { Scope } from '../expression/operators/scope';
import { isTruthy } from '../values/truth';
import { locationError } from '../errors/mongo-error';
import { entriesOf, isDocument, keysOf, type Document } from '../values/document';
import { splitFieldPath } from '../values/path-names';
import { isNumeric } from '../values/type-of';
import { addPath, newTree, type Tree } from './field-tree';

export interface ParsedProjection {
  mode: 'inclusion' | 'exclusion';
  tree: Tree;
}

/** Passed to the projection operators of find, so that an operator can request that its path is kept. */
export interface PathMarks {
  /**
   * Keeps the path if the other fields make the projection an inclusion. The path alone does not make it an inclusion.
   */
  accompany(path: string): void;
}

/**
 * Handles the projection operators of find. The stage $project does not support them. Returns true if
 * the field was handled.
 */
export type FindOperators = (path: string, operand: unknown, marks: PathMarks) => boolean;

interface Parsing {
  scope: Scope;
  tree: Tree;
  mode?: 'inclusion' | 'exclusion';
  /** Whether _id is kept. An exclusion may keep _id, and an inclusion may drop it. Undefined if _id is not named. */
  id?: boolean;
  findOperators?: FindOperators;
  accompanying: string[];
}

/**
 * Parses a projection. At any depth, each field is kept (1, true), dropped (0, false) or computed.
 * @throws MongoError 31253 or 31254 if kept and dropped fields are mixed, 31249 or 31250 if two
 * paths collide
 */
export function parseProjection(projection: Document, scope: Scope, findOperators?: FindOperators): ParsedProjection {
  const parsing: Parsing = { scope, tree: newTree(), findOperators, accompanying: [] };
  parseFields(parsing, projection, '');
  const mode = parsing.mode ?? (parsing.id === true ? 'inclusion' : 'exclusion');
  if (mode === 'inclusion') {
    for (const path of parsing.accompanying) addPath(parsing.tree, splitFieldPath(path), { kind: 'keep' });
  }
  if (mode === 'inclusion' && parsing.id !== false && !parsing.tree.children.has('_id')) keepId(parsing.tree);
  if (mode === 'exclusion' && parsing.id === false) parsing.tree.children.set('_id', { kind: 'drop' });
  return { mode, tree: parsing.tree };
}

function keepId(tree: Tree): void {
  tree.children.set('_id', { kind: 'keep' });
}

function parseFields(parsing: Parsing, fields: Document, prefix: string): void {
  for (const [name, operand] of entriesOf(fields)) parseField(parsing, prefix + name, operand);
}

function parseField(parsing: Parsing, path: string, operand: unknown): void {
  const take = parsing.findOperators?.(path, operand, {
    accompany: (kept) => void parsing.accompanying.push(kept),
  });
  if (take) return;
  if (typeof operand === 'boolean' || isNumeric(operand)) return parseFlag(parsing, path, isTruthy(operand));
  if (isDocument(operand) && keysOf(operand)[0]?.startsWith('$') !== true) {
    if (keysOf(operand).length === 0)
      throw locationError(51270, `An empty sub-projection is not a valid value. Found empty object at path ${path}`);
    return parseFields(parsing, operand, `${path}.`);
  }
  setMode(parsing, 'inclusion', path);
  addPath(parsing.tree, splitFieldPath(path), { kind: 'compute', evaluate: parsing.scope.compile(operand) });
}

function parseFlag(parsing: Parsing, path: string, keeps: boolean): void {
  const parts = splitFieldPath(path);
  if (path === '_id') {
    if (parsing.id !== undefined || parsing.tree.children.has('_id'))
      throw locationError(31250, 'Path collision at _id');
    parsing.id = keeps;
    if (keeps) keepId(parsing.tree);
    return;
  }
  setMode(parsing, keeps ? 'inclusion' : 'exclusion', path);
  addPath(parsing.tree, parts, { kind: keeps ? 'keep' : 'drop' });
}

function setMode(parsing: Parsing, mode: 'inclusion' | 'exclusion', path: string): void {
  if (parsing.mode && parsing.mode !== mode) {
    throw mode === 'inclusion'
      ? locationError(31253, `Cannot do inclusion on field ${path} in exclusion projection`)
      : locationError(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
  }
  parsing.mode = mode;
}
