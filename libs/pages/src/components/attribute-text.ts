/** A text for an attribute: the library escapes only quotes there, and a browser would read `&lt;` as one character. */
export function attributeText(text: string): string {
  return text.replaceAll('&', '&amp;');
}
