import { locationError } from '../../errors/mongo-error';
import { typeName } from '../../values/type-of';
import { isNullish, named, type Operators } from './operator';
import { constantValue, type Env, type Evaluate, type Scope } from './scope';
import { instantOf, zoneReader } from './date-operand';
import { formatDate, parseFormat, type FormatPiece } from '../dates/format-date';
import { UTC } from '../dates/time-zone';
import { show } from '../../values/show';

export const DATE_STRINGS: Operators = { $dateToString: compileToString };

const DEFAULT_UTC = parseFormat('%Y-%m-%dT%H:%M:%S.%LZ');
const DEFAULT_LOCAL = parseFormat('%Y-%m-%dT%H:%M:%S.%L');

function compileToString(operand: unknown, scope: Scope, name: string): Evaluate {
  const parts = named(operand, scope, name, ['date'], ['format', 'timezone', 'onNull'], {
    notDocument: 18629,
    unknown: 18534,
    missing: 18628,
  });
  const zoneOf = zoneReader(parts.timezone, name);
  const formatOf = formatReader(parts.format, name);
  return (env) => {
    const pieces = formatOf(env);
    const zone = zoneOf(env);
    if (pieces === null || !zone) return null;
    const instant = instantOf(parts.date(env));
    if (instant === null) return parts.onNull ? parts.onNull(env) : null;
    return formatDate(instant, zone, pieces ?? (zone === UTC ? DEFAULT_UTC : DEFAULT_LOCAL));
  };
}

/**
 * Creates a function that reads the format of an operator. It returns undefined if the operator has no format, and null
 * if the format is null. A constant format is parsed only once.
 */
function formatReader(format: Evaluate | undefined, name: string): (env: Env) => FormatPiece[] | null | undefined {
  if (!format) return () => undefined;
  const read = (value: unknown) => {
    if (isNullish(value)) return null;
    if (typeof value !== 'string')
      throw locationError(
        18533,
        `${name} requires that 'format' be a string, found: ${typeName(value)} with value ${show(value)}`,
      );
    return parseFormat(value);
  };
  const constant = constantValue(format);
  if (!constant) return (env) => read(format(env));
  const pieces = read(constant.value);
  return () => pieces;
}
