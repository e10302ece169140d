/** The error code OutOfDiskSpace, which MongoDB and the embedded database send when the disk is full. */
const OUT_OF_DISK_SPACE = 14031;

/**
 * Whether a write failed because the disk of the database is full. A part of a bulk write may have
 * been stored.
 */
export function isOutOfDiskSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, writeErrors } = error as { code?: unknown; writeErrors?: unknown };
  const failures = Array.isArray(writeErrors) ? (writeErrors as { code?: unknown }[]) : [];
  return code === OUT_OF_DISK_SPACE || failures.some((failure) => failure.code === OUT_OF_DISK_SPACE);
}
