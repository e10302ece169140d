import { z } from 'zod';
import { calendarDate } from '../shared/dates';
import { id, text, wordInput } from '../shared/inputs';
import { instant, instantInput } from '../shared/instants';
import { page, pagingQuery } from '../shared/paging';

/** The topics of announcements: changes of the API, and fixes of its bugs. */
export const announcementTopics = ['api_changes', 'api_bug_fixes'] as const;
export type AnnouncementTopic = (typeof announcementTopics)[number];

const topicWords = '`api_changes`: changes of the API. `api_bug_fixes`: corrections of its errors.';
const dateWords = 'The date from which it applies. Null if it already applies.';

export const announcement = z
  .object({
    id: id.describe('Id of the announcement.'),
    topic: z.enum(announcementTopics).describe(topicWords),
    title: z.string().describe('Title in one line.'),
    body: z.string().describe('Plain text, or markdown.'),
    effective_date: calendarDate.nullable().describe(dateWords),
    published_utc: instant.describe('When it was published.'),
  })
  .meta({ id: 'Announcement', description: 'An announcement to developers.' });
export type Announcement = z.infer<typeof announcement>;

export const announcementCreation = z
  .object({
    topic: wordInput(announcementTopics).describe(topicWords),
    title: text(200).min(1).describe('Title in one line, up to 200 characters.'),
    body: text(20_000).min(1).describe('Plain text, or markdown, up to 20,000 characters.'),
    effective_date: calendarDate.nullable().default(null).describe(dateWords),
    published_utc: instantInput.optional().describe('By default now. Send it to add an older announcement.'),
  })
  .meta({ id: 'AnnouncementCreation', description: 'A new announcement.' });
export type AnnouncementCreation = z.output<typeof announcementCreation>;

export const announcementQuery = pagingQuery.extend({
  topic: wordInput(announcementTopics).optional().describe('Only announcements of this topic.'),
});
export type AnnouncementQuery = z.output<typeof announcementQuery>;
export const announcementPage = page(announcement);
