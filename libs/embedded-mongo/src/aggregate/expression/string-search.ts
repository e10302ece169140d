import { locationError } from '../../errors';
import { int } from '../../values/number';
import { typeName } from '../../values/type-of';
import { bound } from './array-search';
import { requireTextSize } from './limits';
import { binary, isNullish, named, variadic, type Operators } from './operator';
import type { Evaluate, Scope } from './scope';
import { requireString } from './strings';

/** What finds plain text in text, and what splits and replaces by it. */
export const STRING_SEARCH: Operators = {
  $split: binary((text, separator) => {
    if (isNullish(text) || isNullish(separator)) return null;
    const whole = requireString(
      text,
      40085,
      '$split requires an expression that evaluates to a string as a first argument, found:',
    );
    const by = requireString(
      separator,
      40086,
      '$split requires an expression that evaluates to a string as a second argument, found:',
    );
    if (by === '') throw locationError(40087, '$split requires a non-empty separator');
    return whole.split(by);
  }),
  $indexOfCP: variadic(
    (values, name) =>
      indexIn(
        values,
        name,
        (text) => [...text].length,
        (text, at) => [...text].slice(0, at).join('').length,
      ),
    2,
    4,
  ),
  $indexOfBytes: variadic(
    (values, name) => indexIn(values, name, (text) => Buffer.byteLength(text), characterAtByte),
    2,
    4,
  ),
  $replaceOne: (operand, scope, name) =>
    compileReplace(operand, scope, name, (text, find, by) => text.replace(find, () => by)),
  $replaceAll: (operand, scope, name) => compileReplace(operand, scope, name, replaceAll),
};

/** Searches in JavaScript's units and answers in the operator's: `measure` counts a text in them, `locate` goes back. */
function indexIn(
  [text, wanted, start, end]: unknown[],
  name: string,
  measure: (text: string) => number,
  locate: (text: string, at: number) => number,
): unknown {
  if (isNullish(text)) return null;
  const whole = requireString(
    text,
    name === '$indexOfCP' ? 40093 : 40091,
    `${name} requires a string as the first argument, found:`,
  );
  const part = requireString(
    wanted,
    name === '$indexOfCP' ? 40094 : 40092,
    `${name} requires a string as the second argument, found:`,
  );
  const length = measure(whole);
  const from = start === undefined ? 0 : bound(start, name, 'starting');
  const to = end === undefined ? length : Math.min(length, bound(end, name, 'ending'));
  if (from > length || to < from) return int(-1);
  const found = whole.slice(0, locate(whole, to)).indexOf(part, locate(whole, from));
  return int(found < 0 ? -1 : measure(whole.slice(0, found)));
}

function characterAtByte(text: string, at: number): number {
  return Buffer.from(text).toString('utf8', 0, at).length;
}

function replaceAll(text: string, find: string, by: string): string {
  if (find === '') return [...text].map((character) => by + character).join('') + by;
  const pieces = text.split(find);
  requireTextSize(text.length + (pieces.length - 1) * by.length, '$replaceAll');
  return pieces.join(by);
}

function compileReplace(
  operand: unknown,
  scope: Scope,
  name: string,
  replace: (text: string, find: string, by: string) => string,
): Evaluate {
  const parts = named(operand, scope, name, ['input', 'find', 'replacement'], [], {
    notDocument: 51751,
    unknown: 51750,
    missing: 51749,
  });
  return (env) => {
    const values = [parts.input(env), parts.find(env), parts.replacement(env)];
    const labels = ['input', 'find', 'replacement'];
    const codes = [51746, 51745, 51744];
    values.forEach((value, at) => {
      if (isNullish(value) || typeof value === 'string') return;
      throw locationError(
        codes[at] as number,
        `${name} requires that '${labels[at]}' be a string, found: ${typeName(value)}`,
      );
    });
    if (values.some(isNullish)) return null;
    const [text, find, by] = values as [string, string, string];
    return replace(text, find, by);
  };
}
