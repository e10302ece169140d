/** Thrown when a command was used incorrectly. The message says what is expected. */
export class UsageError extends Error {}
