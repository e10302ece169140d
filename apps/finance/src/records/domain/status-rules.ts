import type { RecordStatus } from '@keyhaven/contracts/finance/records';

/** The allowed status changes. A completed payment can still fail (it may bounce). A voided record stays voided. */
const following: Record<RecordStatus, readonly RecordStatus[]> = {
  pending: ['completed', 'failed', 'voided'],
  completed: ['failed', 'voided'],
  failed: ['voided'],
  voided: [],
};

/** Explains why a status change is not allowed. Undefined if the change is allowed, or if the status stays the same. */
export function statusFault(before: RecordStatus, after: RecordStatus): string | undefined {
  if (before === after || following[before].includes(after)) return undefined;
  const allowed = following[before];
  return `status: a ${before} record cannot become ${after}${allowed.length > 0 ? `; expected ${allowed.join(' or ')}` : ''}`;
}

/**
 * Whether a record with this status is in force: it affects balances (completed), or may do so
 * later (pending).
 */
export function isInForce(status: RecordStatus): boolean {
  return status === 'pending' || status === 'completed';
}
