/** The words of a name in plain small letters, as keys and e-mail addresses are made of: Małgorzata is malgorzata. */
export function asciiWords(name: string): string[] {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replace(/[^a-z ]/g, '')
    .split(' ');
}
