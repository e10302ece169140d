import type { RecordStatus } from '@keyhaven/contracts/finance/records';

/** Which status follows which. Money that was completed may still bounce; what is voided stays so. */
const following: Record<RecordStatus, readonly RecordStatus[]> = {
  pending: ['completed', 'failed', 'voided'],
  completed: ['failed', 'voided'],
  failed: ['voided'],
  voided: [],
};

/** What stands against a change of status; undefined: nothing. The same status again is no change. */
export function statusFault(before: RecordStatus, after: RecordStatus): string | undefined {
  if (before === after || following[before].includes(after)) return undefined;
  const allowed = following[before];
  return `status: a ${before} record cannot become ${after}${allowed.length > 0 ? `; expected ${allowed.join(' or ')}` : ''}`;
}

/** Whether a record of this status counts for something, or may yet. */
export function isInForce(status: RecordStatus): boolean {
  return status === 'pending' || status === 'completed';
}
