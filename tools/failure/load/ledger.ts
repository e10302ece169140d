import { disagreements } from '@keyhaven/testing/crash/violations';
import type { Holding } from '../checks/nights';
import { type Acknowledged, type Fields, fieldsOf, nameOf, type RecordKey } from '../observed/record';
import type { Answered, Sent } from './api-client';

type Nights = Pick<Holding, 'userId' | 'propertyId' | 'nights'>;

/**
 * Records the content of all responses to the clients. At the end of a run, the recorded content is
 * compared with the platform's data.
 */
export class Ledger {
  /** The acknowledged changes. The changes of one record are in order, because only one client writes the record. */
  readonly acknowledged: Acknowledged[] = [];
  readonly holdings: Holding[] = [];
  /** Unexpected and missing responses, invalid webhooks, and errors of the test itself. */
  readonly faults: string[] = [];
  private readonly current = new Map<string, Holding>();

  /** Returns whether a response has one of the expected statuses. Otherwise records a fault. */
  expect({ method, path }: Sent, { status, body }: Answered, statuses: readonly number[]): boolean {
    const isExpected = statuses.includes(status);
    if (!isExpected) this.faults.push(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    return isExpected;
  }

  /**
   * Records an acknowledged change of a record.
   * @param record the record in the response; undefined for a deletion.
   * @param sent the fields that the request sent, which the response must contain.
   */
  acknowledge(key: RecordKey, version: number | undefined, record: Fields | undefined, sent: Fields = {}): void {
    const wrong = record ? disagreements(sent, record) : [];
    if (wrong.length > 0) this.faults.push(`${nameOf(key)} was answered with another ${wrong.join(', ')} than sent`);
    const fields = record ? fieldsOf(key.type, record) : {};
    this.acknowledged.push({ ...key, version, isDeleted: record === undefined, fields });
  }

  /** Records that a record occupies nights, beginning at the time of a response. */
  hold(holder: string, nights: Nights, from: number): void {
    const holding = { ...nights, holder, from, until: Infinity };
    this.current.set(holder, holding);
    this.holdings.push(holding);
  }

  /** Records that the nights of a record may be free, beginning at the time at which a request was sent. */
  release(holder: string, at: number): void {
    const holding = this.current.get(holder);
    if (holding) holding.until = at;
    this.current.delete(holder);
  }
}
