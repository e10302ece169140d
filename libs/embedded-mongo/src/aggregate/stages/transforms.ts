import { locationError } from '../../errors/mongo-error';
import {
  addPath,
  applyComputed,
  applyExclusion,
  applyInclusion,
  newTree,
  type Tree,
} from '../../projection/field-tree';
import { parseProjection } from '../../projection/parse-projection';
import { expressionScope } from '../../expression/compile-expression';
import type { Evaluation } from '../../evaluation/evaluation';
import { Env, type Scope } from '../../expression/operators/scope';
import { entriesOf, isDocument, keysOf, type Document } from '../../values/document';
import { splitFieldPath } from '../../values/path-names';
import { show } from '../../values/show';
import { typeName } from '../../values/type-of';
import type { Transform } from './stage';

/** The stages that transform each document separately. An update by pipeline can use only these. */
export const TRANSFORMS: Record<string, (operand: unknown, evaluation: Evaluation) => Transform> = {
  $set: compileSet,
  $unset: compileUnset,
  $project: compileProject,
  $replaceWith: compileReplaceWith,
};

function compileSet(operand: unknown, evaluation: Evaluation): Transform {
  if (!isDocument(operand))
    throw locationError(40272, `$set specification stage must be an object, got ${typeName(operand)}`);
  const tree = newTree();
  addFields(tree, operand, [], expressionScope(evaluation));
  return (document) => applyComputed(document, tree, new Env(document));
}

/**
 * Adds the fields of $set to the tree. If the value of a field is a document without operators, the
 * fields of this document are set one by one. So the other fields of the existing value are kept.
 */
function addFields(tree: Tree, fields: Document, prefix: readonly string[], scope: Scope): void {
  for (const [name, operand] of entriesOf(fields)) {
    const path = [...prefix, ...splitFieldPath(name)];
    const first = isDocument(operand) ? keysOf(operand)[0] : undefined;
    if (isDocument(operand) && first === undefined)
      throw locationError(40180, `an empty object is not a valid value. Found empty object at path ${path.join('.')}`);
    if (isDocument(operand) && !first?.startsWith('$')) addFields(tree, operand, path, scope);
    else addPath(tree, path, { kind: 'compute', evaluate: scope.compile(operand) });
  }
}

function compileUnset(operand: unknown): Transform {
  const names: unknown[] = Array.isArray(operand) ? operand : [operand];
  if (names.length === 0)
    throw locationError(31119, '$unset specification must be a string or an array with at least one field');
  const tree = newTree();
  for (const name of names) {
    if (typeof name !== 'string') {
      throw locationError(
        Array.isArray(operand) ? 31120 : 31002,
        '$unset specification must be a string or an array containing only string values',
      );
    }
    addPath(tree, splitFieldPath(name), { kind: 'drop' });
  }
  return (document) => applyExclusion(document, tree);
}

function compileProject(operand: unknown, evaluation: Evaluation): Transform {
  if (!isDocument(operand)) throw locationError(15969, `$project specification must be an object`);
  if (keysOf(operand).length === 0)
    throw locationError(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    );
  const { mode, tree } = parseProjection(operand, expressionScope(evaluation));
  if (mode === 'exclusion') return (document) => applyExclusion(document, tree);
  return (document) => applyInclusion(document, tree, new Env(document));
}

function compileReplaceWith(operand: unknown, evaluation: Evaluation): Transform {
  const evaluate = expressionScope(evaluation).compile(operand);
  return (document) => {
    const root = evaluate(new Env(document));
    if (isDocument(root)) return root;
    throw locationError(
      40228,
      `'newRoot' expression must evaluate to an object, but resulting value was: ${root === undefined ? 'MISSING' : show(root)}. Type of resulting value: '${typeName(root)}'. Input document: ${show(document)}`,
    );
  };
}
