import { compareValues } from '../../values/compare';
import { binary, operands, unary, type Operators } from './operator';
import { folded } from './scope';
import { isTruthy } from '../../values/truth';

/**
 * The boolean operators and the comparisons. Comparisons accept values of any type and use BSON order. A missing value
 * is less than null.
 */
export const COMPARISON: Operators = {
  $eq: binary((a, b) => a === b || compareValues(a, b) === 0),
  $ne: binary((a, b) => a !== b && compareValues(a, b) !== 0),
  $gt: binary((a, b) => compareValues(a, b) > 0),
  $gte: binary((a, b) => compareValues(a, b) >= 0),
  $lt: binary((a, b) => compareValues(a, b) < 0),
  $lte: binary((a, b) => compareValues(a, b) <= 0),
  $not: unary((value) => !isTruthy(value)),
  $and: (operand, scope) => {
    const parts = operands(operand, scope);
    return folded((env) => {
      for (const part of parts) if (!isTruthy(part(env))) return false;
      return true;
    }, parts);
  },
  $or: (operand, scope) => {
    const parts = operands(operand, scope);
    return folded((env) => {
      for (const part of parts) if (isTruthy(part(env))) return true;
      return false;
    }, parts);
  },
};
