import type { RecordEvents } from '@keyhaven/contracts/webhook/account-routes';
import { formatInstant } from '@keyhaven/pages/format/dates';
import { formatMoneyWithCode } from '@keyhaven/pages/format/money';

type RecordEvent = RecordEvents['items'][number];
type Fields = Readonly<Record<string, unknown>>;

/** A short description of the change that an event reports. */
interface DescribedChange {
  what: string;
  /** The changed fields, each with the value before and after. */
  details: string[];
}

interface Formats {
  timeZone: string;
  currencyCode: string;
}

/**
 * Fields that are not listed, because they are derived from other fields, or because another field
 * already shows the name of the same record.
 */
const derived = new Set([
  'id',
  'created_utc',
  'updated_utc',
  'canceled_utc',
  'is_block',
  'property_id',
  'guest_id',
  'listing_site_id',
  'total_owed',
]);

/**
 * Describes an event of a booking by the fields that differ from the previous event.
 * @param before the previous event; undefined if it is not in the event log.
 */
export function describeChange(event: RecordEvent, before: RecordEvent | undefined, formats: Formats): DescribedChange {
  const { action, entity, categories } = event;
  if (action === 'entity_create') return { what: 'Created', details: [] };
  if (action === 'entity_delete') return { what: 'Deleted', details: [] };
  if (!before) return { what: 'Changed', details: [`Kinds of data: ${categories.join(', ')}`] };
  const names = [...new Set([...Object.keys(before.entity), ...Object.keys(entity)])];
  const details = names
    .filter((name) => !derived.has(name) && JSON.stringify(before.entity[name]) !== JSON.stringify(entity[name]))
    .map((name) => describeField(name, before.entity[name], entity[name], formats));
  return { what: headline(before.entity, entity), details };
}

function headline({ status: was }: Fields, { status: is }: Fields): string {
  if (was === is) return 'Changed';
  if (is === 'canceled') return 'Canceled';
  return was === 'pending' ? 'Confirmed' : 'Changed';
}

function describeField(name: string, was: unknown, is: unknown, formats: Formats): string {
  const words = name.replace(/_utc$/, '').replaceAll('_', ' ');
  const label = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  const [from, to] = [shown(name, was, formats), shown(name, is, formats)];
  return from === undefined || to === undefined ? `${label} changed` : `${label}: ${from} → ${to}`;
}

/** Formats a value in a few words. Returns undefined for values that have no short form, such as charges. */
function shown(name: string, value: unknown, { timeZone, currencyCode }: Formats): string | undefined {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number')
    return name.startsWith('total_') ? formatMoneyWithCode(value, currencyCode) : String(value);
  if (typeof value === 'string') return name.endsWith('_utc') ? formatInstant(value, timeZone) : shortened(value);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : wordsOf(value);
  return nameOf(value);
}

function wordsOf(values: readonly unknown[]): string | undefined {
  const isShort = values.every((value) => typeof value === 'string' || typeof value === 'number');
  return isShort ? shortened(values.join(', ')) : undefined;
}

/** Returns the name of an embedded record, such as the property or the guest. */
function nameOf(value: object): string | undefined {
  if ('first_name' in value && 'last_name' in value) {
    return shortened(`${String(value.first_name)} ${String(value.last_name)}`.trim()) || 'no name';
  }
  return 'name' in value && typeof value.name === 'string' ? shortened(value.name) : undefined;
}

/** The longest value that is shown, in characters. */
const MAX_SHOWN = 80;

function shortened(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text;
}
