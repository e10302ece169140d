import type { Announcement, AnnouncementTopic } from '@keyhaven/contracts/identity/announcements';
import type { Page } from '@keyhaven/contracts/shared/paging';
import { Badge } from '@keyhaven/pages/components/badge';
import { EmptyState } from '@keyhaven/pages/components/empty-state';
import { PageHead } from '@keyhaven/pages/components/page-head';
import { Pagination } from '@keyhaven/pages/components/pagination';
import { Panel } from '@keyhaven/pages/components/panel';
import { formatDate, formatInstant } from '@keyhaven/pages/format/dates';
import { sitePage } from '../layout/site-page';
import type { Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';

const current = '/portal/announcements';
const topicNames: Record<AnnouncementTopic, string> = { api_changes: 'API change', api_bug_fixes: 'Bug fix' };

export function announcementsPage(visit: SignedInVisit, found: Page<Announcement>): Reply {
  const { items, offset, limit, next_page_url: next } = found;
  const before = Math.max(offset - limit, 0);
  return sitePage(visit, {
    title: 'Announcements',
    current,
    children: (
      <>
        <PageHead title="Announcements" lead="Changes of the API and corrections of its errors, newest first." />
        {items.length === 0 ? (
          <Panel>
            <EmptyState
              title="No announcements"
              text="Changes of the API are announced here before they take effect."
            />
          </Panel>
        ) : (
          items.map((announcement) => <Post visit={visit} announcement={announcement} />)
        )}
        {offset === 0 && next === null ? (
          ''
        ) : (
          <Pagination
            text={items.length === 0 ? '' : `${offset + 1} to ${offset + items.length}`}
            previousHref={offset === 0 ? undefined : `${current}?offset=${before}`}
            nextHref={next === null ? undefined : `${current}?offset=${offset + limit}`}
          />
        )}
        <p class="soft">
          Also as <a href="/announcements.atom">Atom feed</a> and as <a href="/announcements">JSON</a>.
        </p>
      </>
    ),
  });
}

function Post({ visit, announcement }: { visit: SignedInVisit; announcement: Announcement }): JSX.Element {
  const { id, topic, title, body, effective_date: effective, published_utc: published } = announcement;
  const when = `Published ${formatInstant(published, visit.session.account.time_zone)}`;
  return (
    <Panel
      id={`announcement-${id}`}
      title={title}
      lead={effective === null ? when : `Effective ${formatDate(effective)}. ${when}`}
      actions={<Badge text={topicNames[topic]} kind={topic === 'api_changes' ? 'info' : 'ok'} />}
    >
      <div class="prose">
        {body.split(/\n{2,}/).map((paragraph) => (
          <p safe>{paragraph}</p>
        ))}
      </div>
    </Panel>
  );
}
