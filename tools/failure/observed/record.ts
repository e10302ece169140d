/** The fields that are compared, for each type of record that clients of the failure test write (`entity_type`). */
const comparedFields = {
  booking: ['type', 'property_id', 'arrival', 'departure', 'status', 'title', 'guest_id'],
  quote: ['property_id', 'arrival', 'departure', 'status', 'booking_id', 'hold_dates', 'notes'],
  guest: ['first_name', 'last_name', 'notes'],
  thread_message: ['thread_id', 'body'],
} as const;

export type RecordType = keyof typeof comparedFields;
export const recordTypes = ['booking', 'quote', 'guest', 'thread_message'] as const satisfies readonly RecordType[];

/** The types of subscriptions that receive the changes of records of these types. */
export const SUBSCRIBED = ['booking', 'quote', 'guest', 'message'] as const;

export type Fields = Record<string, unknown>;

/** Identifies a record of an account. */
export interface RecordKey {
  userId: number;
  type: RecordType;
  id: number;
}

/** A change that a response acknowledged. */
export interface Acknowledged extends RecordKey {
  /** The version of the record after the change; undefined if the response does not state it. */
  version: number | undefined;
  isDeleted: boolean;
  /** The compared fields after the change. */
  fields: Fields;
}

/** A record as a list of the API shows it at the end. */
export interface ListedRecord extends RecordKey {
  fields: Fields;
  /** The nights that the record occupies. */
  nights: readonly string[];
  propertyId: number | undefined;
  /** The id of the quote whose nights this booking holds; undefined for all other records. */
  heldFor: number | undefined;
}

/** Returns the fields of a record, or of a part of one, that are compared between responses, lists and events. */
export function fieldsOf(type: RecordType, record: Fields): Fields {
  const present = comparedFields[type].filter((field) => field in record);
  return Object.fromEntries(present.map((field) => [field, record[field]]));
}

/** The name of a record in messages. */
export const nameOf = ({ userId, type, id }: { userId: number; type: string; id: number }) =>
  `${type} ${id} of account ${userId}`;
