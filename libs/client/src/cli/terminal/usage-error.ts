/** A command that was used wrongly. The message says what is expected. */
export class UsageError extends Error {}
