import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { dateOfDay } from '@keyhaven/stays/calendar-date';
import type { ListedCalendar } from '../store/calendar-directory';
import { loadInputs } from '../nights/load-calendar-sources';
import type { PricingStore } from '../store/pricing-store';
import { AnswerCache } from './answer-cache';
import { makePieces, type Piece, PIECE_DAYS } from './calendar-chunk';
import { PieceCache } from './chunk-cache';

/** How much of the memory is for whole answers. */
const ANSWERS_PART = 0.25;
/** How many properties are computed before other requests get a turn. */
const TURN = 5;

/** The pieces of calendars: from memory where they are as new as the calendar's version, made otherwise. */
export class CalendarPieces {
  /** Whole answers made of pieces. */
  readonly answers: AnswerCache;
  private readonly cache: PieceCache;
  private readonly making = new Map<string, Promise<Map<string, Piece>>>();

  constructor(
    private readonly store: PricingStore,
    maxBytes: number,
  ) {
    this.answers = new AnswerCache(maxBytes * ANSWERS_PART);
    this.cache = new PieceCache(maxBytes * (1 - ANSWERS_PART));
  }

  /**
   * The pieces of calendars from one number to another, both included; of each calendar in the order of the numbers.
   * @param calendars with versions that were known before this was called: no older piece is answered.
   */
  async read(
    scope: AccountScope,
    calendars: readonly ListedCalendar[],
    first: number,
    last: number,
  ): Promise<Map<number, Piece[]>> {
    const now = Date.now();
    const found = new Map<string, Piece>();
    const missing = calendars.filter(({ id, version }) => {
      let isComplete = true;
      for (let number = first; number <= last; number++) {
        const piece = this.cache.get(id, number);
        if (piece && piece.version >= version && now < piece.changesAtMs) found.set(`${id}:${number}`, piece);
        else isComplete = false;
      }
      return !isComplete;
    });
    if (missing.length > 0) {
      // All at once: the number of queries is the same for one property and for a page of them.
      const made = await this.makeOnce(scope, missing, first, last);
      for (const [key, piece] of made) found.set(key, piece);
    }
    const answer = new Map<number, Piece[]>();
    for (const { id } of calendars) {
      const pieces: Piece[] = [];
      for (let number = first; number <= last; number++) {
        const piece = found.get(`${id}:${number}`);
        if (piece) pieces.push(piece);
      }
      if (pieces.length === last - first + 1) answer.set(id, pieces);
    }
    return answer;
  }

  /** Who asks for what is being made waits for it: many ask at once when a calendar was raised. */
  private makeOnce(
    scope: AccountScope,
    calendars: readonly ListedCalendar[],
    first: number,
    last: number,
  ): Promise<Map<string, Piece>> {
    const key = [scope.accountId, first, last, ...calendars.map(({ id, version }) => `${id}.${version}`)].join(',');
    let made = this.making.get(key);
    if (!made) {
      made = this.make(scope, calendars, first, last).finally(() => this.making.delete(key));
      this.making.set(key, made);
    }
    return made;
  }

  private async make(
    scope: AccountScope,
    calendars: readonly ListedCalendar[],
    first: number,
    last: number,
  ): Promise<Map<string, Piece>> {
    const range = { from: dateOfDay(first * PIECE_DAYS), to: dateOfDay((last + 1) * PIECE_DAYS - 1) };
    const ids = calendars.map(({ id }) => id);
    const loaded = await loadInputs(this.store, scope, ids, range, new Date());
    const made = new Map<string, Piece>();
    for (const [index, property] of loaded.entries()) {
      if (index % TURN === TURN - 1) await letOthersRun();
      for (const [number, piece] of makePieces(property, first, last)) {
        made.set(`${property.propertyId}:${number}`, piece);
        this.cache.put(property.propertyId, number, piece);
      }
    }
    return made;
  }
}
