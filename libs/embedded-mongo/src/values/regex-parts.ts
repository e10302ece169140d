import type { BSONRegExp } from 'bson';

/** Returns the pattern and the options of a regular expression of JavaScript or BSON. */
export function regexParts(regex: RegExp | BSONRegExp): { pattern: string; flags: string } {
  if (regex instanceof RegExp) return { pattern: regex.source, flags: regex.flags.replace(/[^imsx]/g, '') };
  return { pattern: regex.pattern, flags: regex.options };
}
