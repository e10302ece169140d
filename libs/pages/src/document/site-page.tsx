import type { Children } from '@kitajs/html';
import { Brand } from '../components/brand';
import { type DocumentFiles, renderDocument } from './document';

export interface NavigationGroup {
  title?: string;
  links: readonly { href: string; text: string }[];
}

interface SitePageProps {
  title: string;
  files: DocumentFiles;
  /** The URL that the logo links to. */
  homeHref: string;
  navigation: readonly NavigationGroup[];
  /** The link in the navigation that is marked as the current page. */
  current?: string;
  /** The content above the navigation, such as a search form. */
  above?: Children;
  /** The content below the navigation: who is signed in, and the form to sign out. */
  who: Children;
  children?: Children;
}

/** A page for people who are signed in. The navigation is at the side, or in a menu on a phone. */
export function renderSitePage(props: SitePageProps): string {
  const { title, files, homeHref, navigation, current, above, who, children } = props;
  return renderDocument({
    title: `${title} · Keyhaven`,
    files,
    children: (
      <>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <div class="frame">
          <header class="side">
            <Brand href={homeHref} />
            {above}
            <Navigation groups={navigation} current={current} label="Pages" />
            <div class="who">{who}</div>
          </header>
          <details class="bar">
            <summary>
              <span class="brand">Keyhaven</span>
              <span class="menu-word">Menu</span>
            </summary>
            {above}
            <Navigation groups={navigation} current={current} label="Menu" />
            <div class="who">{who}</div>
          </details>
          <main id="content" tabindex="-1">
            <div class="page">{children}</div>
          </main>
        </div>
      </>
    ),
  });
}

interface NavigationProps {
  groups: readonly NavigationGroup[];
  current?: string;
  label: string;
}

function Navigation({ groups, current, label }: NavigationProps): JSX.Element {
  return (
    <nav aria-label={label}>
      {groups.map(({ title, links }) => (
        <>
          {title === undefined ? (
            ''
          ) : (
            <p class="nav-title" safe>
              {title}
            </p>
          )}
          <ul class="nav-list">
            {links.map(({ href, text }) => (
              <li>
                <a href={href} aria-current={href === current ? 'page' : undefined} safe>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </>
      ))}
    </nav>
  );
}
