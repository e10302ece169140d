import { z } from 'zod';
import { commonErrors } from '../shared/responses';
import { refusingRoute } from '../shared/internal-contract';

/** The maximum number of counts that a process reports in one call. */
export const MAX_REPORTED_COUNTS = 500;
/** The longest window in which requests are counted, in milliseconds. */
const MAX_WINDOW_MS = 3_600_000;

const key = z.string().min(1).max(100).describe('What is counted, such as the requests of an account.');
const msLeft = z.int().min(0).max(MAX_WINDOW_MS).describe('Milliseconds until the window ends.');

export const reportedCounts = z.object({
  process: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .describe('Random name of the process that reports.'),
  counts: z
    .array(
      z.object({
        key,
        points: z.int().min(0).describe('What this process has counted since the window began.'),
        ms_left: msLeft,
      }),
    )
    .min(1)
    .max(MAX_REPORTED_COUNTS)
    .describe('The counts that changed. A repeated report changes nothing.'),
});
export type ReportedCounts = z.output<typeof reportedCounts>;

export const totalCounts = z.object({
  counts: z
    .array(z.object({ key, points: z.int().min(0).describe('What all processes have counted.'), ms_left: msLeft }))
    .describe('The totals of the reported keys.'),
});
export type TotalCounts = z.output<typeof totalCounts>;

/**
 * The route through which gateway processes share their counts of requests and of invalid
 * credentials.
 */
export const sharedCountRoutes = {
  reportCounts: {
    method: 'POST',
    path: '/internal/counts',
    body: reportedCounts,
    summary: 'Count together with other processes',
    description:
      'Stores what a process has counted and answers what all processes have counted. Windows begin with the first report of a key.',
    responses: { 200: totalCounts, ...commonErrors },
    metadata: refusingRoute,
  },
} as const;
