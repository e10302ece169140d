import type { BSONRegExp } from 'bson';
import { locationError } from '../../errors';
import { compileRegex, type CompiledRegex } from '../../query/regex/compile-regex';
import type { Slots } from '../../query/regex/run-program';
import { documentOf } from '../../values/document';
import { int } from '../../values/number';
import { regexParts } from '../../values/regex-parts';
import { BsonType, typeName, typeOf } from '../../values/type-of';
import { isNullish, named, type Operators } from './operator';
import { constantValue, type Env, type Evaluate, type Scope } from './scope';
import { requireString } from './strings';

/** $regexMatch, $regexFind and $regexFindAll. */
export const REGEX: Operators = {
  $regexMatch: (operand, scope, name) => compile(operand, scope, name, false, (regex, text) => regex.test(text)),
  $regexFind: (operand, scope, name) =>
    compile(operand, scope, name, null, (regex, text) => {
      const found = regex.find(text, 0);
      return found ? describe(found, regex, text) : null;
    }),
  $regexFindAll: (operand, scope, name) => compile(operand, scope, name, [], findAll),
};

function compile(
  operand: unknown,
  scope: Scope,
  name: string,
  nothing: unknown,
  apply: (regex: CompiledRegex, text: string) => unknown,
): Evaluate {
  const parts = named(operand, scope, name, ['input', 'regex'], ['options'], {
    notDocument: 51103,
    unknown: 31024,
    missing: 31022,
  });
  const regexOf = regexReader(parts.regex, parts.options, name);
  return (env) => {
    const regex = regexOf(env);
    const input = parts.input(env);
    if (isNullish(input)) return nothing;
    const text = requireString(input, 51104, `${name} needs 'input' to be of type string, found`);
    return regex ? apply(regex, text) : nothing;
  };
}

/** A constant regular expression, the usual case, is compiled once. */
function regexReader(
  regex: Evaluate,
  options: Evaluate | undefined,
  name: string,
): (env: Env) => CompiledRegex | undefined {
  const read = (env: Env) => readRegex(regex(env), options?.(env), name);
  if (!constantValue(regex) || (options && !constantValue(options))) return read;
  const compiled = readRegex(constantValue(regex)?.value, options && constantValue(options)?.value, name);
  return () => compiled;
}

function readRegex(regex: unknown, options: unknown, name: string): CompiledRegex | undefined {
  const flags = isNullish(options)
    ? ''
    : requireString(options, 51106, `${name} needs 'options' to be of type string, found`);
  if (isNullish(regex)) return undefined;
  if (typeof regex === 'string') return compileRegex(regex, flags);
  if (typeOf(regex) !== BsonType.regex)
    throw locationError(51105, `${name} needs 'regex' to be of type string or regex, found ${typeName(regex)}`);
  const parts = regexParts(regex as RegExp | BSONRegExp);
  if (flags !== '' && parts.flags !== '')
    throw locationError(51107, `${name}: found regex option(s) specified in both 'regex' and 'option' fields`);
  return compileRegex(parts.pattern, flags || parts.flags);
}

function findAll(regex: CompiledRegex, text: string): unknown[] {
  const matches: unknown[] = [];
  for (let from = 0; from <= text.length;) {
    const found = regex.find(text, from);
    if (!found) break;
    matches.push(describe(found, regex, text));
    const end = found[1] as number;
    from = end > (found[0] as number) ? end : end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1);
  }
  return matches;
}

function describe(slots: Slots, regex: CompiledRegex, text: string): unknown {
  const part = (group: number) => {
    const from = slots[group * 2] ?? -1;
    const to = slots[group * 2 + 1] ?? -1;
    return from < 0 || to < 0 ? null : text.slice(from, to);
  };
  return documentOf([
    ['match', part(0)],
    ['idx', int([...text.slice(0, slots[0])].length)],
    ['captures', Array.from({ length: regex.groups }, (_, group) => part(group + 1))],
  ]);
}
