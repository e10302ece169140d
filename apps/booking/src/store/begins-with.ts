/**
 * The condition for texts that begin with `text`. U+10FFFF is the last character in the order of the database, which
 * compares the bytes of UTF-8.
 */
export function beginsWith(text: string): { $gte: string; $lt: string } {
  return { $gte: text, $lt: `${text}\u{10ffff}` };
}
