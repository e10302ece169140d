/**
 * The default code of a field: its name in lower case with underscores between the words, and without characters that a
 * code must not have.
 */
export function codeOfName(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu);
  return words ? words.join('_').slice(0, 100) : 'field';
}
