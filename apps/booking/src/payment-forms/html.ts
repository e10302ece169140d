/** Text that is HTML already. */
export class Html {
  constructor(readonly text: string) {}
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** What may stand in a page; false, null and undefined stand for nothing. */
type Piece = Html | string | number | false | null | undefined | readonly Piece[];

function render(value: Piece): string {
  if (value instanceof Html) return value.text;
  if (value === undefined || value === null || value === false) return '';
  if (typeof value === 'object') return value.map(render).join('');
  return String(value).replace(/[&<>"']/g, (character) => entities[character]!);
}

/** A piece of a page: everything that is put into it is escaped, but for other pieces. */
export function html(strings: TemplateStringsArray, ...values: Piece[]): Html {
  return new Html(strings.reduce((text, part, index) => `${text}${render(values[index - 1])}${part}`));
}
