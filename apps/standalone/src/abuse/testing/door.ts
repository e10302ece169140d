/** An HTTP server that is abused. */
export interface Door {
  url: string;
  pid: number;
  /** What its process has printed: a line with the request id for each request that it handled. */
  output: () => string;
  /** The value of the Authorization header of an account. */
  authorization: string;
  /** A property with a calendar. */
  propertyId: number;
  /** A guest that may be changed. */
  guestId: number;
}

/** Abuses a server. @returns what the server did wrong. */
export type Abuse = (door: Door) => Promise<string[]>;

export const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The target of a calendar of about a year. */
export const calendarOf = ({ propertyId }: Door) => `/v2/calendar/${propertyId}?from=${day(0)}&to=${day(360)}`;
/** The target of a list of a few megabytes. */
export const LARGE_LIST = '/v2/guests?limit=100';
