import { breakingChanges, inWords, listedChanges, version1 } from './changes';

/**
 * The content of the changes page as markdown: what holds for version 1, then the breaking changes, then all changes,
 * newest first. The anchor of each change is its name.
 */
export function changesInMarkdown(): string {
  const newestFirst = <Item>(items: readonly Item[]) => [...items].reverse();
  const rows = newestFirst(listedChanges).map(
    ({ name, date, kind, title, text, help }) =>
      `| <a id="${name}"></a>${date} | ${kind === 'breaking' ? '**breaking**' : 'addition'} | [${title}](${help}) | ${text} |`,
  );
  const breaking = newestFirst(breakingChanges).map(({ name, date, title }) => `- ${date}: [${title}](#${name})`);
  return [
    '## Version 1',
    '',
    describeVersion1(),
    '',
    '## Breaking changes',
    '',
    ...breaking,
    '',
    '## All changes',
    '',
    '| date | kind | change | what to know |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

function describeVersion1(): string {
  const end =
    version1.sunset === null
      ? 'No date is set on which it ends. Once there is one, each answer also has the header `Sunset` with this date.'
      : `It ends on ${inWords(version1.sunset)}, as the header \`Sunset\` of each answer states.`;
  return [
    `Version 1 (\`/v1\`, \`/v1.1\` and \`/api\`) is deprecated since ${inWords(version1.deprecated)}, because version 2 can do all that version 1 can do.`,
    'Each answer of version 1 has the header `Deprecation` (RFC 9745) with this date, and a `Link` to this page.',
    end,
    'Write new programs for version 2.',
  ].join(' ');
}
