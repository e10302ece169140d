/**
 * Escapes ampersands in the text of an attribute. The HTML library escapes only quotes in
 * attributes, so a browser would read the text `&lt;` as the character <.
 */
export function attributeText(text: string): string {
  return text.replaceAll('&', '&amp;');
}
