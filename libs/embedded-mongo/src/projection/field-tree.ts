import { locationError } from '../errors/mongo-error';
import type { Env, Evaluate } from '../expression/operators/scope';
import {
  copyDocument,
  getField,
  isDocument,
  keysOf,
  newDocument,
  removeField,
  setField,
  type Document,
} from '../values/document';

/**
 * The action of a projection at a path: keep it, drop it, or set it to the value of an expression.
 * A Tree contains the actions for the paths below it.
 */
export type Node = { kind: 'keep' } | { kind: 'drop' } | { kind: 'compute'; evaluate: Evaluate } | Tree;

/** A tree of paths. Children are in the order in which the projection first named them. */
export interface Tree {
  kind: 'tree';
  children: Map<string, Node>;
  /** Whether a path below this one has an expression. */
  computes: boolean;
}

export function newTree(): Tree {
  return { kind: 'tree', children: new Map(), computes: false };
}

/** @throws MongoError 31249 or 31250 if two paths are equal, or one contains the other */
export function addPath(tree: Tree, parts: readonly string[], node: Exclude<Node, Tree>): void {
  let current = tree;
  parts.forEach((part, at) => {
    if (node.kind === 'compute') current.computes = true;
    const child = current.children.get(part);
    if (at === parts.length - 1) {
      if (child) throw locationError(31250, `Path collision at ${parts.join('.')}`);
      current.children.set(part, node);
      return;
    }
    if (child && child.kind !== 'tree') {
      throw locationError(
        31249,
        `Path collision at ${parts.join('.')} remaining portion ${parts.slice(at + 1).join('.')}`,
      );
    }
    const next = child ?? newTree();
    if (!child) current.children.set(part, next);
    current = next;
  });
}

/** Returns the kept fields in the document's order, followed by the computed fields in the projection's order. */
export function applyInclusion(document: Document, tree: Tree, env: Env): Document {
  const kept = keepDocument(document, tree);
  return tree.computes ? computeInto(kept, tree, env) : kept;
}

function keepDocument(document: Document, tree: Tree): Document {
  const result = newDocument();
  for (const name of keysOf(document)) {
    const node = tree.children.get(name);
    if (node?.kind === 'keep') setField(result, name, document[name]);
    else if (node?.kind === 'tree') {
      const value = keepValue(document[name], node);
      if (value !== undefined) setField(result, name, value);
    }
  }
  return result;
}

/**
 * Keeps the fields below a path. Array elements that are not documents are dropped, because they
 * have no fields.
 */
function keepValue(value: unknown, tree: Tree): unknown {
  if (isDocument(value)) return keepDocument(value, tree);
  if (Array.isArray(value)) return value.map((item) => keepValue(item, tree)).filter((item) => item !== undefined);
  // Keep a value that is not a document if a field below it is computed. The computed document
  // replaces the value.
  return tree.computes ? value : undefined;
}

/** Returns all fields that are not dropped. */
export function applyExclusion(document: Document, tree: Tree): Document {
  const result = newDocument();
  for (const name of keysOf(document)) {
    const node = tree.children.get(name);
    if (node?.kind === 'drop') continue;
    const value = document[name];
    if (value !== undefined) setField(result, name, node?.kind === 'tree' ? dropFrom(value, node) : value);
  }
  return result;
}

function dropFrom(value: unknown, tree: Tree): unknown {
  if (isDocument(value)) return applyExclusion(value, tree);
  return Array.isArray(value) ? value.map((item) => dropFrom(item, tree)) : value;
}

/** Sets the computed fields of a document. Existing fields keep their position, and new ones are appended. */
export function applyComputed(document: Document, tree: Tree, env: Env): Document {
  return computeInto(copyDocument(document), tree, env);
}

function computeInto(target: Document, tree: Tree, env: Env): Document {
  for (const [name, node] of tree.children) {
    if (node.kind === 'compute') {
      const value = node.evaluate(env);
      if (value === undefined) removeField(target, name);
      else setField(target, name, value);
    } else if (node.kind === 'tree' && node.computes) {
      setField(target, name, computeBelow(getField(target, name), node, env));
    }
  }
  return target;
}

function computeBelow(value: unknown, tree: Tree, env: Env): unknown {
  if (Array.isArray(value)) return value.map((item) => computeBelow(item, tree, env));
  return computeInto(isDocument(value) ? copyDocument(value) : newDocument(), tree, env);
}
