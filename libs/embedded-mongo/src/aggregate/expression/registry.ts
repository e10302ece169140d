import { MongoError, notSupported } from '../../errors';
import { ARITHMETIC } from './arithmetic';
import { ARRAY_SEARCH } from './array-search';
import { ARRAYS } from './arrays';
import { COMPARISON } from './comparison';
import { CONDITIONAL } from './conditional';
import { CONVERSION } from './conversion';
import { DATE_ARITHMETIC } from './dates/date-arithmetic';
import { DATE_PARTS } from './dates/date-parts';
import { DATE_STRINGS } from './dates/date-strings';
import { LOOPS } from './loops';
import { OBJECTS } from './objects';
import type { Operator } from './operator';
import { REGEX } from './regex';
import { ROUNDING } from './rounding';
import { SETS } from './sets';
import { STRING_SEARCH } from './string-search';
import { STRINGS } from './strings';
import { TOTALS } from './totals';

let operators: ReadonlyMap<string, Operator> | undefined;

/** MongoDB's operators that this database does not evaluate. */
const REFUSED = new Set(
  (
    '$function $accumulator $meta $rand $sampleRate $toHashedIndexKey $binarySize $bsonSize $tsSecond $tsIncrement ' +
    '$sin $cos $tan $asin $acos $atan $atan2 $sinh $cosh $tanh $asinh $acosh $atanh $degreesToRadians $radiansToDegrees ' +
    '$bitAnd $bitOr $bitXor $bitNot $median $percentile $covariancePop $covarianceSamp $documentNumber $rank $denseRank $shift $top $bottom $topN $bottomN'
  ).split(' '),
);

/** All operators that are evaluated, by name. */
export function allOperators(): ReadonlyMap<string, Operator> {
  // Put together at the first use: the groups and this file import one another.
  operators ??= new Map(GROUPS().flatMap((group) => Object.entries(group)));
  return operators;
}

/**
 * The operator of a name.
 * @throws MongoError 168 for a name that MongoDB does not know either, 238 for one that is not evaluated here
 */
export function operatorNamed(name: string): Operator {
  const operator = allOperators().get(name);
  if (operator) return operator;
  if (REFUSED.has(name) || name.startsWith('$_')) throw notSupported(`the expression ${name}`);
  throw new MongoError(168, 'InvalidPipelineOperator', `Unrecognized expression '${name}'`);
}

const GROUPS = () => [
  ARITHMETIC,
  ARRAYS,
  ARRAY_SEARCH,
  COMPARISON,
  CONDITIONAL,
  CONVERSION,
  DATE_ARITHMETIC,
  DATE_PARTS,
  DATE_STRINGS,
  LOOPS,
  OBJECTS,
  REGEX,
  ROUNDING,
  SETS,
  STRINGS,
  STRING_SEARCH,
  TOTALS,
];
