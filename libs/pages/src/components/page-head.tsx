import type { Children } from '@kitajs/html';

interface PageHeadProps {
  title: string;
  /** One sentence that says what the page is for. */
  lead?: string;
  /** A link to the parent page. */
  parent?: { href: string; text: string };
  /** Buttons at the end of the heading's line. */
  children?: Children;
}

/** The heading of a page, with its most important buttons. */
export function PageHead({ title, lead, parent, children }: PageHeadProps): JSX.Element {
  return (
    <header class="page-head">
      <div>
        {parent ? (
          <p class="trail">
            <a href={parent.href}>
              {'← '}
              <span safe>{parent.text}</span>
            </a>
          </p>
        ) : (
          ''
        )}
        <h1 safe>{title}</h1>
        {lead === undefined ? '' : <p safe>{lead}</p>}
      </div>
      {Boolean(children) ? <div class="actions">{children}</div> : ''}
    </header>
  );
}
