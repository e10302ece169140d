import { addPath, type PathTree } from '../values/decode-paths';
import { entriesOf, type Document } from '../values/document';
import { isOperators } from './conjuncts';

/**
 * The paths that a filter reads. Undefined if it contains an operator such as $expr, which may read the whole document.
 */
export function filterPaths(filter: Document): PathTree | undefined {
  const tree: PathTree = new Map();
  return addPaths(filter, tree) ? tree : undefined;
}

function addPaths(filter: Document, tree: PathTree): boolean {
  for (const [key, value] of entriesOf(filter)) {
    if (key === '$and' || key === '$or' || key === '$nor') {
      if (!(value as Document[]).every((part) => addPaths(part, tree))) return false;
    } else if (key === '$comment') continue;
    else if (key.startsWith('$')) return false;
    else addPath(tree, key, isPresence(value) ? 'presence' : 'whole');
  }
  return true;
}

/** Whether a condition only tests whether the field exists. */
function isPresence(condition: unknown): boolean {
  return isOperators(condition) && Object.keys(condition).every((operator) => operator === '$exists');
}

export function sortPaths(sort: Document): PathTree {
  const tree: PathTree = new Map();
  for (const [path] of entriesOf(sort)) addPath(tree, path);
  return tree;
}

export function rootOf(path: string): string {
  const dot = path.indexOf('.');
  return dot < 0 ? path : path.slice(0, dot);
}
