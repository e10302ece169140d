import { MongoError, notSupported } from '../errors/mongo-error';
import { recordUse } from '../usage/record-use';
import { ARITHMETIC } from './operators/arithmetic';
import { ARRAYS } from './operators/arrays';
import { COMPARISON } from './operators/comparison';
import { CONDITIONAL } from './operators/conditional';
import { CONVERSION } from './operators/conversion';
import { DATE_ARITHMETIC } from './operators/date-arithmetic';
import { DATE_STRINGS } from './operators/date-strings';
import { LOOPS } from './operators/loops';
import { OBJECTS } from './operators/objects';
import type { Operator } from './operators/operator';
import { TOTALS } from './operators/totals';

/** All supported expression operators, by name. */
export const EXPRESSIONS: ReadonlyMap<string, Operator> = new Map(
  [
    ARITHMETIC,
    ARRAYS,
    COMPARISON,
    CONDITIONAL,
    CONVERSION,
    DATE_ARITHMETIC,
    DATE_STRINGS,
    LOOPS,
    OBJECTS,
    TOTALS,
  ].flatMap((group) => Object.entries(group)),
);

/** Expression operators that MongoDB has and this database does not support. */
const REFUSED = new Set(
  (
    '$function $accumulator $meta $rand $sampleRate $toHashedIndexKey $binarySize $bsonSize $tsSecond $tsIncrement ' +
    '$sin $cos $tan $asin $acos $atan $atan2 $sinh $cosh $tanh $asinh $acosh $atanh $degreesToRadians $radiansToDegrees ' +
    '$bitAnd $bitOr $bitXor $bitNot $median $percentile $covariancePop $covarianceSamp $documentNumber $rank $denseRank $shift $top $bottom $topN $bottomN ' +
    '$divide $mod $pow $abs $sqrt $exp $ln $log10 $log $ceil $floor $round $trunc $sum $avg $min $stdDevPop $stdDevSamp ' +
    '$reverseArray $slice $range $sortArray $zip $firstN $lastN $minN $maxN $isArray $arrayElemAt $first $last $indexOfArray ' +
    '$setUnion $setIntersection $setDifference $setEquals $setIsSubset $anyElementTrue $allElementsTrue $cmp $switch $let $reduce ' +
    '$convert $toDouble $toObjectId $toBool $toDate $toInt $toLong $toDecimal $isNumber $objectToArray $arrayToObject $getField $setField ' +
    '$dateAdd $dateSubtract $dateToParts $dateFromParts $dateFromString $year $month $dayOfMonth $hour $minute $second $millisecond ' +
    '$dayOfWeek $dayOfYear $week $isoDayOfWeek $isoWeek $isoWeekYear $regexMatch $regexFind $regexFindAll ' +
    '$concat $toUpper $toLower $strcasecmp $strLenCP $strLenBytes $substr $substrBytes $substrCP $trim $ltrim $rtrim $split ' +
    '$indexOfCP $indexOfBytes $replaceOne $replaceAll'
  ).split(' '),
);

/**
 * Finds an operator by name.
 * @throws MongoError 168 if MongoDB has no such operator, 238 if this database does not support it
 */
export function operatorNamed(name: string): Operator {
  recordUse('expression', name);
  const operator = EXPRESSIONS.get(name);
  if (operator) return operator;
  if (REFUSED.has(name) || name.startsWith('$_')) throw notSupported(`the expression ${name}`);
  throw new MongoError(168, 'InvalidPipelineOperator', `Unrecognized expression '${name}'`);
}
