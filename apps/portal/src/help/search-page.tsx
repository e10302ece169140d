import { EmptyState } from '@keyhaven/pages/components/empty-state';
import { PageHead } from '@keyhaven/pages/components/page-head';
import { Panel } from '@keyhaven/pages/components/panel';
import type { HelpLibrary } from './help-library';
import { sectionPaths } from './help-page';
import { renderInHelp } from './render-help';
import { type Hit, indexPages } from './search-index';

/** The paths of pages that only list other pages. */
const indexPaths = Object.values(sectionPaths);

const indexes = new WeakMap<HelpLibrary, ReturnType<typeof indexPages>>();

/** Returns the search index. The first search builds it. */
function indexOf(library: HelpLibrary): ReturnType<typeof indexPages> {
  const found = indexes.get(library) ?? indexPages(library.pages.filter(({ path }) => !indexPaths.includes(path)));
  indexes.set(library, found);
  return found;
}

export function searchPage(library: HelpLibrary, query: string): string {
  const hits = query === '' ? [] : indexOf(library)(query);
  return renderInHelp(library, {
    title: query === '' ? 'Search the help' : `Search: ${query}`,
    query,
    children: (
      <>
        <PageHead
          title="Search the help"
          lead={
            query === '' ? undefined : `${hits.length === 0 ? 'Nothing' : String(hits.length)} found for “${query}”.`
          }
        />
        {hits.length === 0 ? (
          <Panel>
            <EmptyState
              title={query === '' ? 'Enter some words' : 'Nothing found'}
              text="Search for a field, a parameter, an error code or a question in a few words."
            />
          </Panel>
        ) : (
          <ol class="hits">
            {hits.map((hit) => (
              <HitItem hit={hit} />
            ))}
          </ol>
        )}
      </>
    ),
  });
}

function HitItem({ hit: { address, title, heading, excerpt } }: { hit: Hit }): JSX.Element {
  return (
    <li class="panel">
      <a href={address} safe>
        {heading === '' ? title : `${title}: ${heading}`}
      </a>
      <p safe>{excerpt}</p>
    </li>
  );
}
