import type { WriteExample } from './describe-idempotent-writes';

/** Examples for the write routes that every service with a database has. */
export const commonWriteExamples: Record<string, WriteExample> = {
  'POST /operator/resync': { needsNoKey: 'it is of no account, and keeps its key in the run that it begins' },
  'POST /operator/dead_letters/redrive': { needsNoKey: 'handing an event over again changes nothing' },
};
