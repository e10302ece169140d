import { breakingChanges } from '@keyhaven/contracts/platform/changes';
import type { Migration } from '@keyhaven/persistence/migrations/migrate';
import type { AnnouncementDocument } from '../announcement.model';

/**
 * Stores announcements of the breaking changes that were made to the API before announcements
 * existed. Their publication dates are not known, so each has the date on which the change took
 * effect. No e-mail is sent for them.
 */
export const seedAnnouncements: Migration = {
  name: '0001-seed-announcements',
  up: async (connection) => {
    const announcements = connection.collection<AnnouncementDocument>('announcements');
    const counters = connection.collection<{ _id: string; last: number }>('id_counters');
    // Reserves the first ids. If the migration runs again, it reserves no more ids and writes the
    // same announcements.
    await counters.updateOne({ _id: 'announcement' }, { $max: { last: breakingChanges.length } }, { upsert: true });
    const operations = breakingChanges.map(({ date, title, text }, index) => ({
      replaceOne: {
        filter: { _id: index + 1 },
        replacement: {
          topic: 'api_changes' as const,
          title,
          body: text,
          effective_date: date,
          published_utc: new Date(`${date}T00:00:00Z`),
        },
        upsert: true,
      },
    }));
    await announcements.bulkWrite(operations);
  },
};
