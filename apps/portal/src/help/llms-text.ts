import { type HelpPage, sectionPaths } from './help-page';
import type { HelpLibrary } from './help-library';
import { tagsOf } from './section-indexes';

/**
 * Returns the index for language models (https://llmstxt.org): one line for each page, with a link to the page's
 * markdown.
 */
export function llmsText(library: HelpLibrary, publicUrl: string): string {
  const line = ({ path, title, summary, endpoint }: HelpPage) =>
    `- [${endpoint ?? title}](${publicUrl}${path}.md): ${endpoint === undefined ? summary : title}`;
  const endpoints = library.of('endpoints');
  const isIndex = ({ path }: HelpPage) => Object.values(sectionPaths).includes(path);
  const list = (pages: readonly HelpPage[]) =>
    pages
      .filter((page) => !isIndex(page))
      .map(line)
      .join('\n');
  return [
    '# Keyhaven',
    '> A self-hosted platform for vacation rentals: one HTTP API for bookings, prices, calendars, guests, money, messages and webhooks.',
    `The API is JSON over HTTP at ${publicUrl}/v2. Its OpenAPI document is ${publicUrl}/openapi/v2.json. These pages are markdown; without .md they are HTML.`,
    '## Guides',
    list(library.of('guides')),
    ...tagsOf(endpoints).flatMap((tag) => [`## Endpoints: ${tag}`, list(endpoints.filter((page) => page.tag === tag))]),
    '## Operators',
    list(library.of('operators')),
    '## Optional',
    list(library.of('developers')),
    '',
  ].join('\n\n');
}
