import { writeFileSync } from 'node:fs';
import path from 'node:path';
import prettier from 'prettier';

export const PERFORMANCE_PAGE = path.resolve(__dirname, '../../docs/developers/performance.md');

/** Replaces the text between the markers `<!-- NAME: … -->` and `<!-- end of NAME -->`. */
export function replacePart(page: string, name: string, part: string): string {
  const pattern = new RegExp(`(<!-- ${name}:[^>]*-->)[^]*(<!-- end of ${name} -->)`);
  if (!pattern.test(page)) throw new Error(`docs/developers/performance.md has no markers of ${name}`);
  return page.replace(pattern, (_all, begin: string, end: string) => `${begin}\n\n${part}\n\n${end}`);
}

/** Formats the page as the repository's prettier settings require. */
export async function formatPage(page: string): Promise<string> {
  const options = await prettier.resolveConfig(PERFORMANCE_PAGE);
  return prettier.format(page, { ...options, parser: 'markdown' });
}

export async function writePage(page: string): Promise<void> {
  writeFileSync(PERFORMANCE_PAGE, await formatPage(page));
}
