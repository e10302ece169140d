import { recordUse } from '../usage/record-use';
import { badValue, failedToParse, notSupported, type MongoError } from '../errors/mongo-error';
import type { Evaluation } from '../evaluation/evaluation';
import { entriesOf, isDocument, type Document } from '../values/document';
import { show, showField } from '../values/show';
import { typeName } from '../values/type-of';
import { addToSetModifier, popModifier, pullAllModifier, pullModifier } from './array-modifiers';
import { PathConflicts } from './check-conflicts';
import { creating, type Modifier } from './modifier';
import { arithmeticModifier, currentDateModifier, extremeModifier } from './number-modifiers';
import { pushModifier } from './push';
import { comparePaths, isDynamic, parseUpdatePath, type UpdatePath } from './update-path';

/** One path of an update, and its change. */
export interface Change {
  path: UpdatePath;
  modifier: Modifier;
}

export const UPDATE_OPERATORS = new Set([
  '$set', '$setOnInsert', '$unset', '$inc', '$mul', '$min', '$max', '$currentDate', '$push', '$addToSet', '$pull',
  '$pullAll', '$pop', '$rename',
]); // prettier-ignore

/**
 * Parses the changes of an update with operators. Returns them in the order in which MongoDB
 * applies them.
 * @throws MongoError 9 for unknown operators, 40 for conflicting paths, and the errors of the
 * operators for their operands
 */
export function parseOperators(update: Document, evaluation: Evaluation): Change[] {
  const conflicts = new PathConflicts();
  const changes: Change[] = [];
  for (const [operator, operands] of entriesOf(update)) {
    if (operator === '$bit' || operator.startsWith('$_')) throw notSupported(operator);
    if (!UPDATE_OPERATORS.has(operator)) throw unknownOperator(operator);
    recordUse('update', operator);
    if (!isDocument(operands)) {
      throw failedToParse(
        `Modifiers operate on fields but we found type ${typeName(operands)} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${show(operands)}}`,
      );
    }
    for (const [field, operand] of entriesOf(operands)) {
      const path = parseUpdatePath(field);
      if (operator === '$rename') changes.push(renameChange(path, operand, conflicts));
      else changes.push({ path, modifier: parseModifier(operator, path.dotted, operand, evaluation) });
      conflicts.add(path);
    }
  }
  return changes.sort((a, b) => comparePaths(a.path, b.path));
}

function parseModifier(operator: string, field: string, operand: unknown, evaluation: Evaluation): Modifier {
  switch (operator) {
    case '$set':
      return creating(() => operand);
    case '$setOnInsert':
      return { ...creating(() => operand), onInsertOnly: true };
    case '$unset':
      return { change: () => undefined, creates: false, removes: true };
    case '$inc':
    case '$mul':
      return arithmeticModifier(operator, field, operand);
    case '$min':
    case '$max':
      return extremeModifier(operator, operand);
    case '$currentDate':
      return currentDateModifier(operand, evaluation.now);
    case '$push':
      return pushModifier(operand);
    case '$addToSet':
      return addToSetModifier(operand);
    case '$pull':
      return pullModifier(operand, evaluation);
    case '$pullAll':
      return pullAllModifier(operand);
    case '$pop':
      return popModifier(field, operand);
    default:
      throw unknownOperator(operator);
  }
}

function unknownOperator(operator: string): MongoError {
  return failedToParse(
    `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
  );
}

/** Makes the change for a $rename, which sets the target and removes the source. */
function renameChange(source: UpdatePath, operand: unknown, conflicts: PathConflicts): Change {
  if (typeof operand !== 'string')
    throw badValue(`The 'to' field for $rename must be a string: ${showField(source.dotted, operand)}`);
  const target = parseUpdatePath(operand);
  if (target.dotted === source.dotted) {
    throw badValue(`The source and target field for $rename must differ: ${showField(source.dotted, operand)}`);
  }
  if (target.dotted.startsWith(`${source.dotted}.`) || source.dotted.startsWith(`${target.dotted}.`)) {
    throw badValue(
      `The source and target field for $rename must not be on the same path: ${showField(source.dotted, operand)}`,
    );
  }
  if (isDynamic(source)) throw badValue(`The source field for $rename may not be dynamic: ${source.dotted}`);
  if (isDynamic(target)) throw badValue(`The destination field for $rename may not be dynamic: ${target.dotted}`);
  conflicts.add(target);
  return { path: target, modifier: { change: (value) => value, creates: true, source: source.dotted } };
}
