/**
 * Escapes ampersands in a text for an attribute. The library escapes only quotes there, so a browser would read the
 * text `&lt;` as the character <.
 */
export function attributeText(text: string): string {
  return text.replaceAll('&', '&amp;');
}
