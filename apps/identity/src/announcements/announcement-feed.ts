import { RawAnswer } from '@keyhaven/service/http/raw-answer';
import { Feed } from 'feed';
import type { IdentityStore } from '../store/identity-store';
import { readAnnouncements } from './list-announcements';

/**
 * The maximum number of announcements in the feed. It is large enough that a feed reader misses
 * none between two of its requests.
 */
const MAX_ENTRIES = 50;

/** Returns the newest announcements as an Atom feed (RFC 4287). */
export async function announcementFeed(store: IdentityStore): Promise<RawAnswer> {
  const found = await readAnnouncements(store, { filter: {}, skip: 0, limit: MAX_ENTRIES });
  const link = `${store.publicUrl}/announcements`;
  const self = `${link}.atom`;
  const feed = new Feed({
    id: self,
    title: 'Keyhaven: announcements to developers',
    link,
    feedLinks: { atom: self },
    updated: found[0]?.published_utc ?? new Date(0),
    copyright: '',
    generator: 'Keyhaven',
    author: { name: 'Keyhaven' },
  });
  for (const { _id, topic, title, body, effective_date, published_utc } of found) {
    feed.addItem({
      id: `${link}#${_id}`,
      title: html(title),
      link: `${link}#${_id}`,
      date: published_utc,
      published: published_utc,
      category: [{ name: topic, term: topic }],
      content: html(effective_date === null ? body : `Effective ${effective_date}\n\n${body}`),
    });
  }
  return new RawAnswer(feed.atom1(), { 'Content-Type': 'application/atom+xml; charset=utf-8' });
}

/** Escapes a text for HTML, because the library marks titles and contents as HTML. */
function html(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br/>\n');
}
