import type { Children } from '@kitajs/html';
import { attributeText } from '@keyhaven/pages/components/attribute-text';
import { LinkButton } from '@keyhaven/pages/components/button';
import { PageHead } from '@keyhaven/pages/components/page-head';
import { renderSitePage } from '@keyhaven/pages/document/site-page';
import { pageFiles } from '../http/assets';
import { renderMarkdown } from './domain/render-markdown';
import type { HelpLibrary } from './help-library';
import { helpNavigation } from './help-navigation';
import { type HelpPage, sectionPaths } from './help-page';

/** A page with at least this number of headings has a table of contents. */
const MIN_HEADINGS = 3;

/** Returns the HTML of a help page. It is the same for everybody, so it can be cached. */
export function renderHelpPage(library: HelpLibrary, page: HelpPage): string {
  const { html, headings } = renderMarkdown(page.markdown);
  const safeHtml = html;
  const isIndex = Object.values(sectionPaths).includes(page.path);
  return renderInHelp(library, {
    title: page.title,
    page,
    children: (
      <>
        <PageHead title={page.title} parent={isIndex ? undefined : parentOf(page)}>
          <LinkButton text="Markdown" href={`${page.path}.md`} look="quiet" isSmall />
        </PageHead>
        {headings.length >= MIN_HEADINGS && !isIndex ? (
          <nav class="contents" aria-label="On this page">
            <ul>
              {headings.map(({ id, text }) => (
                <li>
                  <a href={`#${id}`} safe>
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ) : (
          ''
        )}
        <article class="panel manual">{safeHtml}</article>
      </>
    ),
  });
}

interface InHelp {
  title: string;
  page?: HelpPage;
  query?: string;
  children: Children;
}

/** Returns the HTML of a page with the navigation and the search field of the help pages. */
export function renderInHelp(library: HelpLibrary, { title, page, query, children }: InHelp): string {
  return renderSitePage({
    title,
    files: pageFiles,
    homeHref: sectionPaths.guides,
    navigation: helpNavigation(library, page),
    current: page?.path,
    above: <SearchForm query={query} />,
    who: (
      <>
        <a href="/portal">Your account</a>
      </>
    ),
    children,
  });
}

function SearchForm({ query }: { query?: string }): JSX.Element {
  return (
    <form class="search" role="search" method="get" action="/help/search">
      <input
        type="search"
        name="q"
        aria-label="Search the help"
        placeholder="Search the help"
        maxlength={200}
        value={query === undefined ? undefined : attributeText(query)}
      />
    </form>
  );
}

function parentOf({ section, path }: HelpPage) {
  if (section === 'endpoints' && path !== sectionPaths.endpoints) {
    return { href: sectionPaths.endpoints, text: 'Endpoints' };
  }
  return { href: sectionPaths[section === 'endpoints' ? 'guides' : section], text: 'Overview' };
}
