import { guideGroups } from './guide-order';
import { type HelpPage, type Section, sectionPaths } from './help-page';

/** Returns the first page of each section, which lists the pages of the section. */
export function sectionIndexes(contents: readonly HelpPage[]): HelpPage[] {
  const of = (section: Section) => contents.filter((page) => page.section === section);
  return [
    index('guides', 'Help for programs that call the API', [
      'How to call the API of this platform, and how to receive its changes. Begin with [the first call](/help/v2/start).',
      ...guideGroups.flatMap(({ title, guides }) => [
        `## ${title}`,
        listOf(of('guides').filter(({ path }) => (guides as readonly string[]).includes(path.split('/').at(-1)!))),
      ]),
      '## Endpoints',
      'Every endpoint has [a page](/help/v2/endpoints) with its parameters, errors and examples. Programs read the same from the OpenAPI document at [/openapi/v2.json](/openapi/v2.json).',
      '## Other readers',
      '- [Operators](/help/operators): run the platform.\n- [Developers](/help/developers): change it, and consume its events.\n- Language models: [/llms.txt](/llms.txt) lists all pages. Each page is markdown if you add `.md` to its address.',
    ]),
    index('endpoints', 'Endpoints', [
      'Every endpoint of version 2 of the API, by what it is about.',
      ...tagsOf(of('endpoints')).flatMap((tag) => [
        `## ${tag}`,
        of('endpoints')
          .filter((page) => page.tag === tag)
          .map(({ path, title, endpoint }) => `- [\`${endpoint}\`](${path}): ${title}`)
          .join('\n'),
      ]),
    ]),
    index('operators', 'Help for operators', ['For people who run the platform.', listOf(of('operators'))]),
    index('developers', 'Help for developers', [
      'For people who change the platform, or who consume its events.',
      listOf(of('developers')),
    ]),
  ];
}

export function tagsOf(pages: readonly HelpPage[]): string[] {
  return [...new Set(pages.flatMap(({ tag }) => (tag === undefined ? [] : [tag])))];
}

function index(section: Section, title: string, parts: readonly string[]): HelpPage {
  const markdown = `# ${title}\n\n${parts.join('\n\n')}\n`;
  return {
    path: sectionPaths[section],
    title,
    summary: parts[0]!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
    markdown,
    section,
  };
}

function listOf(pages: readonly HelpPage[]): string {
  return pages.map(({ path, title, summary }) => `- [${title}](${path}): ${summary}`).join('\n');
}
