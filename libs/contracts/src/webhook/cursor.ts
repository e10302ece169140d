/** The longest cursor of the event log that is accepted, in characters. */
export const MAX_CURSOR = 200;
