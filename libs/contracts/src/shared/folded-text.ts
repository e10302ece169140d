/**
 * Returns the text in the form in which texts are compared regardless of case. An accented letter is one character, and
 * the Greek letter sigma has one lower-case form, wherever it is in a word.
 */
export function foldedText(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ');
}
