import { createHash } from 'node:crypto';
import type { CalendarListQuery, CalendarQuery } from '@keyhaven/contracts/pricing/public-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { nextPageUrl } from '@keyhaven/contracts/shared/paging';
import { namedProperties } from '@keyhaven/contracts/shared/property-filter';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { pageKey, pageSkip } from '@keyhaven/persistence/list-filters';
import { dayNumber } from '@keyhaven/stays/calendar-date';
import type { ListedCalendar } from '../store/calendar-directory';
import type { PricingStore } from '../store/pricing-store';
import type { AnswerCache } from './answer-cache';
import type { CalendarPieces } from './calendar-chunks';
import { type Piece, pieceNumber, sliceOfPiece } from './calendar-chunk';
import type { ReadyJson } from './ready-json';

/** A page of the account's calendars, ordered by property. Ids that are none of its properties are left out. */
export async function listCalendars(
  store: PricingStore,
  pieces: CalendarPieces,
  scope: AccountScope,
  query: CalendarListQuery,
  url: string,
): Promise<ReadyJson> {
  const { limit, offset, active } = query;
  const named = namedProperties(query);
  const wanted = named && new Set(named);
  const after = pageKey(query);
  const matching = (await store.directory.list(scope)).filter(
    ({ id, isActive }) =>
      (active === 'all' || isActive === active) && (!wanted || wanted.has(id)) && (after === undefined || id > after),
  );
  const found = matching.slice(pageSkip(query), pageSkip(query) + limit + 1);
  const calendars = found.slice(0, limit);
  const hasNext = found.length > limit;
  const next = hasNext ? nextPageUrl(url, query, { after_id: String(calendars[calendars.length - 1]!.id) }) : null;
  const answer = new JsonWriter();
  const written = await writeCalendars(pieces, scope, calendars, query);
  answer.text('{"items":[');
  written.forEach((write, index) => {
    if (index > 0) answer.text(',');
    write(answer);
  });
  answer.text(
    `],"limit":${limit},"offset":${offset},"count":${written.length},"next_page_url":${JSON.stringify(next)}}`,
  );
  return answer.finish(query, pieces.answers);
}

/** The calendar of one property, active or not. @throws ApiError not_found. */
export async function getCalendar(
  store: PricingStore,
  pieces: CalendarPieces,
  scope: AccountScope,
  propertyId: number,
  query: CalendarQuery,
): Promise<ReadyJson> {
  const calendar = await store.directory.get(scope, propertyId);
  const [write] = calendar ? await writeCalendars(pieces, scope, [calendar], query) : [];
  if (!write) throw new ApiError('not_found', 'a property with this id does not exist');
  const answer = new JsonWriter();
  write(answer);
  return answer.finish(query, pieces.answers);
}

/** What writes each of the calendars. */
async function writeCalendars(
  pieces: CalendarPieces,
  scope: AccountScope,
  calendars: readonly ListedCalendar[],
  { from, to }: CalendarQuery,
): Promise<((answer: JsonWriter) => void)[]> {
  const first = pieceNumber(from);
  const ready = await pieces.read(scope, calendars, first, pieceNumber(to));
  const [fromDay, toDay] = [dayNumber(from), dayNumber(to)];
  return calendars.flatMap(({ id }) => {
    const own = ready.get(id);
    if (!own) return [];
    return [(answer: JsonWriter) => answer.calendar(id, own, first, fromDay, toDay)];
  });
}

/** Puts an answer together from ready-made bytes, and its ETag from what stands for them. */
class JsonWriter {
  private readonly chunks: Buffer[] = [];
  private readonly tags: string[] = [];

  text(text: string): void {
    this.chunks.push(Buffer.from(text));
    this.tags.push(text);
  }

  calendar(propertyId: number, pieces: readonly Piece[], first: number, fromDay: number, toDay: number): void {
    this.text(`{"property_id":${propertyId},"currency_code":${JSON.stringify(pieces[0]!.currencyCode)}`);
    const slices = pieces
      .map((piece, index) => sliceOfPiece(piece, first + index, fromDay, toDay))
      .filter((slice) => slice.length > 0);
    if (slices.length > 0) {
      this.text(',"days":[');
      const last = slices[slices.length - 1]!;
      // Behind the last night stands no comma.
      slices[slices.length - 1] = last.subarray(0, last.length - 1);
      this.chunks.push(...slices);
      this.tags.push(...pieces.map(({ tag }) => tag));
      this.text(']');
    }
    this.text('}');
  }

  /** @param range with the pieces, decides which of their nights the answer has. */
  finish({ from, to }: CalendarQuery, answers: AnswerCache): ReadyJson {
    const etag = createHash('sha256')
      .update([from, to, ...this.tags].join('\n'))
      .digest('base64url')
      .slice(0, 22);
    return { bytes: () => answers.bytesOf(etag, this.chunks), etag };
  }
}
