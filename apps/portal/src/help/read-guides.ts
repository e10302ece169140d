import path from 'node:path';
import { listDocuments, readDocument } from '@keyhaven/service/documents/read-document';
import { describeMarkdown } from './domain/describe-markdown';
import { rewriteLinks } from './domain/rewrite-links';
import { type HelpPage, type Section, sectionPaths } from './help-page';

/** The folders whose documents are help pages, and the section of each folder. */
const folders: readonly { folder: string; section: Section }[] = [
  { folder: 'integrators', section: 'guides' },
  { folder: 'operators', section: 'operators' },
  { folder: 'developers', section: 'developers' },
];

/** Returns the pages of all documents in `folders`, whether written by hand or generated. */
export function readGuides(): HelpPage[] {
  return folders.flatMap(({ folder, section }) =>
    listDocuments(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => {
        const markdown = rewriteLinks(
          withoutComments(readDocument(`${folder}/${name}`)),
          `docs/${folder}`,
          helpAddress,
        );
        return {
          path: `${sectionPaths[section]}/${path.parse(name).name}`,
          section,
          markdown,
          ...describeMarkdown(markdown),
        };
      }),
  );
}

/** Removes comments, which are meant for the authors of a document. */
function withoutComments(markdown: string): string {
  return markdown.replace(/^<!--[^]*?-->\n*/gm, '');
}

/** Returns the path of a file's help page; undefined if the file has none. */
function helpAddress(file: string): string | undefined {
  const { dir, name, ext } = path.posix.parse(file);
  const found = folders.find(({ folder }) => dir === `docs/${folder}`);
  return found && ext === '.md' ? `${sectionPaths[found.section]}/${name}` : undefined;
}
