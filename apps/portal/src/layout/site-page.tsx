import type { Children } from '@kitajs/html';
import { Notice } from '@keyhaven/pages/components/notice';
import { renderSitePage } from '@keyhaven/pages/document/site-page';
import type { Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { nameOf } from './names';
import { navigationOf } from './navigation';
import { PageForm } from './page-form';

interface SitePageProps {
  title: string;
  /** The path of the navigation link that is marked as current. */
  current?: string;
  status?: number;
  formTargets?: readonly string[];
  children?: Children;
}

/** A page for a person who is signed in, with the navigation and the message from the previous page. */
export function sitePage(visit: SignedInVisit, props: SitePageProps): Reply {
  const { title, current, status = 200, formTargets, children } = props;
  const { session, flash, files } = visit;
  const html = renderSitePage({
    title,
    files,
    homeHref: '/portal',
    navigation: navigationOf(session),
    current,
    who: <Who visit={visit} />,
    children: (
      <>
        {flash ? <Notice kind={flash.kind} text={flash.text} /> : ''}
        {children}
      </>
    ),
  });
  return { kind: 'page', status, html, formTargets };
}

function Who({ visit }: { visit: SignedInVisit }): JSX.Element {
  const { person, account } = visit.session;
  return (
    <>
      <strong safe>{nameOf(person)}</strong>
      <span class="soft" safe>
        {account.company_name}
      </span>
      <PageForm visit={visit} action="/portal/sign-out">
        <button type="submit" class="link-button">
          Sign out
        </button>
      </PageForm>
    </>
  );
}
