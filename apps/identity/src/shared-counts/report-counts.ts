import type { ReportedCounts, TotalCounts } from '@keyhaven/contracts/identity/shared-counts';
import type { Model } from 'mongoose';
import type { SharedCountDocument } from '../store/shared-count.model';

/**
 * Stores the counts of a process, and returns the totals of all processes, with two database commands for any number of
 * keys. A process reports its total count, so a repeated report changes nothing.
 */
export async function reportCounts(
  model: Model<SharedCountDocument>,
  { process, counts }: ReportedCounts,
): Promise<TotalCounts> {
  const isRunning = { $gt: ['$ends', '$$NOW'] };
  const operations = counts.map(({ key, points, ms_left }) => ({
    updateOne: {
      filter: { _id: key },
      update: [
        {
          $set: {
            points: { $cond: [isRunning, '$points', { $literal: {} }] },
            ends: { $cond: [isRunning, '$ends', { $add: ['$$NOW', ms_left] }] },
          },
        },
        { $set: { [`points.${process}`]: points } },
      ],
      upsert: true,
    },
  }));
  await model.bulkWrite(operations, { ordered: false });
  // The database computes the remaining time, because the end of the time window was also set by the database's clock.
  const stored = await model.aggregate<Pick<SharedCountDocument, '_id' | 'points'> & { ms_left: number }>([
    { $match: { _id: { $in: counts.map(({ key }) => key) } } },
    { $project: { points: 1, ms_left: { $subtract: ['$ends', '$$NOW'] } } },
  ]);
  return {
    counts: stored.map(({ _id, points, ms_left }) => ({
      key: _id,
      points: Object.values(points).reduce((sum, each) => sum + each, 0),
      ms_left: Math.max(ms_left, 0),
    })),
  };
}
