import { locationError, MongoError } from '../../../errors';
import { typeName } from '../../../values/type-of';
import { isNullish, named, type Operators } from '../operator';
import { constantValue, type Env, type Evaluate, type Scope } from '../scope';
import { instantOf, zoneReader } from './date-operand';
import { formatDate, OUTPUT_LETTERS, parseFormat, type FormatPiece } from './format-date';
import { parseDateText } from './parse-date-text';
import { INPUT_LETTERS, parseWithFormat } from './parse-with-format';
import { UTC } from './time-zone';
import { show } from '../../../values/show';

/** $dateToString and $dateFromString. */
export const DATE_STRINGS: Operators = { $dateToString: compileToString, $dateFromString: compileFromString };

const DEFAULT_UTC = parseFormat('%Y-%m-%dT%H:%M:%S.%LZ', OUTPUT_LETTERS);
const DEFAULT_LOCAL = parseFormat('%Y-%m-%dT%H:%M:%S.%L', OUTPUT_LETTERS);

function compileToString(operand: unknown, scope: Scope, name: string): Evaluate {
  const parts = named(operand, scope, name, ['date'], ['format', 'timezone', 'onNull'], {
    notDocument: 18629,
    unknown: 18534,
    missing: 18628,
  });
  const zoneOf = zoneReader(parts.timezone, name);
  const formatOf = formatReader(parts.format, name, OUTPUT_LETTERS, 18533);
  return (env) => {
    const pieces = formatOf(env);
    const zone = zoneOf(env);
    if (pieces === null || !zone) return null;
    const instant = instantOf(parts.date(env));
    if (instant === null) return parts.onNull ? parts.onNull(env) : null;
    return formatDate(instant, zone, pieces ?? (zone === UTC ? DEFAULT_UTC : DEFAULT_LOCAL));
  };
}

/** The format, parsed once when it is a constant; undefined when none is given, null when it is null. */
function formatReader(
  format: Evaluate | undefined,
  name: string,
  letters: string,
  code: number,
): (env: Env) => FormatPiece[] | null | undefined {
  if (!format) return () => undefined;
  const read = (value: unknown) => {
    if (isNullish(value)) return null;
    if (typeof value !== 'string')
      throw locationError(
        code,
        `${name} requires that 'format' be a string, found: ${typeName(value)} with value ${show(value)}`,
      );
    return parseFormat(value, letters);
  };
  const constant = constantValue(format);
  if (!constant) return (env) => read(format(env));
  const pieces = read(constant.value);
  return () => pieces;
}

function compileFromString(operand: unknown, scope: Scope, name: string): Evaluate {
  const parts = named(operand, scope, name, ['dateString'], ['format', 'timezone', 'onError', 'onNull'], {
    notDocument: 40540,
    unknown: 40541,
    missing: 40542,
  });
  const zoneOf = zoneReader(parts.timezone, name);
  const formatOf = formatReader(parts.format, name, INPUT_LETTERS, 40684);
  return (env) => {
    const zone = zoneOf(env);
    const pieces = formatOf(env);
    const text = parts.dateString(env);
    if (isNullish(text)) return parts.onNull ? parts.onNull(env) : null;
    if (!zone || pieces === null) return null;
    try {
      if (typeof text !== 'string') {
        throw new MongoError(
          241,
          'ConversionFailure',
          `$dateFromString requires that 'dateString' be a string, found: ${typeName(text)} with value ${show(text)}`,
        );
      }
      return pieces ? parseWithFormat(text, pieces, zone) : parseDateText(text, parts.timezone ? zone : undefined);
    } catch (error) {
      if (parts.onError && error instanceof MongoError && error.code === 241) return parts.onError(env);
      throw error;
    }
  };
}
