/** The error code of MongoDB and the embedded database for a full disk: OutOfDiskSpace. */
const OUT_OF_DISK_SPACE = 14031;

/** Whether a write failed because the database's disk is full. A bulk write may have stored a part. */
export function isOutOfDiskSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, writeErrors } = error as { code?: unknown; writeErrors?: unknown };
  const failures = Array.isArray(writeErrors) ? (writeErrors as { code?: unknown }[]) : [];
  return code === OUT_OF_DISK_SPACE || failures.some((failure) => failure.code === OUT_OF_DISK_SPACE);
}
