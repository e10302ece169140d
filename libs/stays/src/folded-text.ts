/**
 * Returns the text in the form in which texts are compared regardless of case. An accented letter is one character, ß
 * and ẞ are ss, the Turkish letters ı and İ are i, and the Greek letter sigma has one lower-case form, wherever it is in
 * a word.
 */
export function foldedText(text: string): string {
  // Some letters become the same only in upper case. But ẞ becomes SS only if it was first converted to ß. The lower
  // case of İ has a separate dot.
  const lower = text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase();
  return lower.replaceAll('i\u0307', 'i').replaceAll('ς', 'σ').normalize('NFC');
}
