/** Text that is already HTML. */
export class Html {
  constructor(readonly text: string) {}
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** What a template accepts; false, null and undefined render nothing. */
type Content = Html | string | number | false | null | undefined | readonly Content[];

function render(value: Content): string {
  if (value instanceof Html) return value.text;
  if (value === undefined || value === null || value === false) return '';
  if (typeof value === 'object') return value.map(render).join('');
  return String(value).replace(/[&<>"']/g, (character) => entities[character]!);
}

/** Renders a template; every value is escaped unless it is Html. */
export function html(strings: TemplateStringsArray, ...values: Content[]): Html {
  return new Html(strings.reduce((text, part, index) => `${text}${render(values[index - 1])}${part}`));
}
