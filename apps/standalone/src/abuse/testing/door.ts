/** An HTTP server that the tests abuse. */
export interface Door {
  url: string;
  pid: number;
  /** What the server's process has printed: one line with the request id for each handled request. */
  output: () => string;
  /** The credentials of an account, as the value of the Authorization header. */
  authorization: string;
  /** A property with a calendar. */
  propertyId: number;
  /** A guest that the tests may change. */
  guestId: number;
}

/** Abuses a server. @returns what the server did wrong. */
export type Abuse = (door: Door) => Promise<string[]>;

export const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The path and query of a calendar of about a year. */
export const calendarOf = ({ propertyId }: Door) => `/v2/calendar/${propertyId}?from=${day(0)}&to=${day(360)}`;
/** The path and query of a list of a few megabytes. */
export const LARGE_LIST = '/v2/guests?limit=100';
