import { Int32, Timestamp } from 'bson';
import { badValue, typeMismatch } from '../errors/mongo-error';
import { calculate } from '../values/arithmetic';
import { compareValues } from '../values/compare';
import { isDocument } from '../values/document';
import { show, showField, showId } from '../values/show';
import { isNumeric, typeName } from '../values/type-of';
import { creating, type Modifier } from './modifier';

/**
 * $inc and $mul. For a missing field, $inc sets the operand, and $mul sets zero in the operand's
 * type.
 */
export function arithmeticModifier(operator: '$inc' | '$mul', field: string, operand: unknown): Modifier {
  const verb = operator === '$inc' ? 'increment' : 'multiply';
  if (!isNumeric(operand)) throw typeMismatch(`Cannot ${verb} with non-numeric argument: ${showField(field, operand)}`);
  const operation = operator === '$inc' ? 'add' : 'multiply';
  return creating((value, location) => {
    if (value === undefined) return operator === '$inc' ? boxed(operand) : calculate('multiply', operand, new Int32(0));
    if (!isNumeric(value)) {
      throw typeMismatch(
        `Cannot apply ${operator} to a value of non-numeric type. ${showId(location.document)} has the field '${location.field}' of non-numeric type ${typeName(value)}`,
      );
    }
    const result = calculate(operation, value, operand);
    if (result === undefined) {
      throw badValue(
        `Failed to apply ${operator} operations to current value ((NumberLong)${show(value)}) for document ${showId(location.document)}`,
      );
    }
    return result;
  });
}

function boxed(value: unknown): unknown {
  return calculate('add', value, new Int32(0));
}

/** $min and $max. $min sets the operand if the current value is greater, $max if it is less. */
export function extremeModifier(operator: '$min' | '$max', operand: unknown): Modifier {
  const sign = operator === '$min' ? 1 : -1;
  return creating((value) => (value === undefined || sign * compareValues(value, operand) > 0 ? operand : value));
}

/**
 * $currentDate. A boolean or {$type: 'date'} sets the current time as a date, {$type: 'timestamp'} as
 * a timestamp.
 */
export function currentDateModifier(operand: unknown, now: Date): Modifier {
  if (typeof operand === 'boolean') return creating(() => now);
  if (!isDocument(operand)) {
    throw badValue(
      `${typeName(operand)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
    );
  }
  for (const name of Object.keys(operand))
    if (name !== '$type') throw badValue(`Unrecognized $currentDate option: ${name}`);
  const type = operand['$type'];
  if (type === 'date') return creating(() => now);
  if (type !== 'timestamp')
    throw badValue(
      `The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}`,
    );
  return creating(() => new Timestamp({ t: Math.floor(now.getTime() / 1000), i: 1 }));
}
