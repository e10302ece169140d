import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ChangeEvent,
  EVERY_ACCOUNT,
  RESYNC_END,
  resyncTopic,
  SCHEMA_VERSION,
} from '@keyhaven/events/change-event';
import type { EventBus } from '@keyhaven/events/event-bus';
import type { Connection } from 'mongoose';
import { accountId } from '../account-scope';
import { IdleTimer } from '../idle-timer';
import type { Relay } from '../outbox/relay';
import { type RecordSource, type RecordsRead, UnpresentableRecord } from '../record-source';
import { type ResyncRequest, type ResyncRun, ResyncRuns } from './resync-run';

/** The reports of a resync for the log. */
export type ResyncReport =
  | { kind: 'resync_ended'; epoch: Date; published: Record<string, number> }
  | { kind: 'resync_waits'; epoch: Date; reason: string }
  | { kind: 'resync_taken_over'; epoch: Date }
  | { kind: 'resync_failed'; epoch: Date; reason: string }
  | { kind: 'resync_unreadable'; reason: string };

export interface ResyncOptions {
  connection: Connection;
  bus: EventBus;
  relay: Relay;
  report(report: ResyncReport): void;
  /**
   * The maximum number of records that are published per second. The limit leaves consumers time
   * for other changes.
   */
  perSecond: number;
  /**
   * The pause before the worker looks again for a resync that another process left unfinished, in milliseconds. The
   * pauses become long while there is no resync.
   */
  wakeEveryMs?: number;
  /** The pause of an idle process, in milliseconds. Default: the long pause of IdleTimer. */
  longPauseMs?: number;
}

/** The default of `wakeEveryMs`. */
const WAKE_EVERY_MS = 2000;
/**
 * The maximum number of documents that are read at a time. Fewer are read if `perSecond` is lower,
 * so that one page never takes longer than a second.
 */
const PAGE_SIZE = 100;

/**
 * Runs the resyncs of a service. A resync republishes the requested records, page by page on the
 * resync topic. An end mark (a final event) for each entity type follows. The position is stored in
 * the database, so another process can continue if this process ends.
 */
export class ResyncWorker {
  private readonly runs: ResyncRuns;
  private readonly stopping = new AbortController();
  private readonly timer: IdleTimer;
  private current: Promise<boolean> | undefined;

  constructor(private readonly options: ResyncOptions) {
    const { connection, relay } = options;
    this.runs = new ResyncRuns(connection, relay.owner, relay.generation);
    this.timer = new IdleTimer({
      run: async () => ({ isBusy: await this.continueRun() }),
      pauseMs: options.wakeEveryMs ?? WAKE_EVERY_MS,
      longPauseMs: options.longPauseMs,
      firstAfterMs: 0,
    });
  }

  /** The entity types that the service publishes, in alphabetical order. */
  entityTypes(): string[] {
    const types = this.options.relay.recordSources().flatMap(({ entities }) => entities.map(({ type }) => type));
    return [...new Set(types)].sort();
  }

  latest(): Promise<ResyncRun | undefined> {
    return this.runs.latest();
  }

  /**
   * Starts a resync.
   * @throws ApiError conflict if a resync of other records is running; idempotency_key_reused if a
   *   different request used the key.
   */
  async begin(request: ResyncRequest): Promise<ResyncRun> {
    const run = await this.runs.begin(request);
    this.timer.wake();
    void this.continueRun();
    return run;
  }

  start(): void {
    this.timer.start();
  }

  /**
   * Stops after the current page, or after `withinMs` milliseconds if the page takes longer. Then ends
   * the lease, which may take one more second. Another process continues the resync, or this process
   * after its next start.
   */
  async stop(withinMs: number): Promise<void> {
    const end = Date.now() + withinMs;
    void this.timer.stop();
    this.stopping.abort();
    await Promise.race([this.current, sleep(withinMs, undefined, { ref: false })]);
    // If the database is unavailable, another process can only continue after the lease has expired.
    const released = this.runs.release().catch(() => {});
    await Promise.race([released, sleep(Math.max(end - Date.now(), 1000), undefined, { ref: false })]);
  }

  /** @returns whether there was a resync to continue. */
  private async continueRun(): Promise<boolean> {
    if (this.stopping.signal.aborted) return false;
    this.current ??= this.continueClaimed()
      .catch((error: unknown) => {
        this.options.report({ kind: 'resync_unreadable', reason: String(error) });
        return true;
      })
      .finally(() => (this.current = undefined));
    return this.current;
  }

  private async continueClaimed(): Promise<boolean> {
    const run = await this.runs.claim();
    if (!run) return false;
    const known = this.entityTypes();
    // This process runs an older version of the service than the process that began the resync. A
    // process of the newer version will continue it.
    if (!run.entity_types.every((type) => known.includes(type))) {
      await this.runs.release();
      return true;
    }
    try {
      await this.publishAll(run);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const isFinal = error instanceof UnpresentableRecord;
      if (isFinal) await this.runs.fail(run, reason);
      else await this.runs.noteFailure(run, reason);
      this.options.report({ kind: isFinal ? 'resync_failed' : 'resync_waits', epoch: run.epoch, reason });
    }
    return true;
  }

  private async publishAll(run: ResyncRun): Promise<void> {
    const sources = this.options.relay.recordSources().filter(({ collection }) => collection >= run.collection_name);
    const published = { ...run.published };
    for (const source of sources) {
      if (!source.entities.some(({ type }) => run.entity_types.includes(type))) continue;
      const from = source.collection === run.collection_name ? run.after_id : 0;
      if (!(await this.publishSource(run, source, from, published))) return;
    }
    await this.publish(this.endMarks(run));
    await this.runs.finish(run);
    this.options.report({ kind: 'resync_ended', epoch: run.epoch, published });
  }

  /**
   * @returns false if this process must not continue the resync: it is stopping, or another process
   *   has taken over.
   */
  private async publishSource(
    run: ResyncRun,
    source: RecordSource,
    from: number,
    published: Record<string, number>,
  ): Promise<boolean> {
    for (let afterId: number | undefined = from; afterId !== undefined;) {
      if (this.stopping.signal.aborted) return false;
      const page = await source.readRecords({
        afterId,
        limit: Math.min(PAGE_SIZE, this.options.perSecond),
        account: run.user_id === null ? undefined : accountId(run.user_id),
        entityTypes: new Set(run.entity_types),
        generation: run.generation,
        epoch: run.epoch.toISOString(),
      });
      await this.publish(page.published);
      for (const { event } of page.published) published[event.entity_type] = (published[event.entity_type] ?? 0) + 1;
      afterId = page.lastId;
      if (afterId === undefined) break;
      const progress = { collection_name: source.collection, after_id: afterId, published };
      if (!(await this.runs.advance(run, progress))) {
        this.options.report({ kind: 'resync_taken_over', epoch: run.epoch });
        return false;
      }
      await this.pause((page.published.length / this.options.perSecond) * 1000);
    }
    return true;
  }

  private async publish(published: RecordsRead['published']): Promise<void> {
    const { bus } = this.options;
    for (const topic of new Set(published.map((item) => item.topic))) {
      const events = published.filter((item) => item.topic === topic).map(({ event }) => event);
      await bus.publish(resyncTopic(topic), events);
    }
  }

  private endMarks(run: ResyncRun): RecordsRead['published'] {
    const epoch = run.epoch.toISOString();
    const topics = new Map(
      this.options.relay.recordSources().flatMap(({ entities }) => entities.map(({ type, topic }) => [type, topic])),
    );
    return run.entity_types.map((type) => {
      const event: ChangeEvent = {
        event_id: randomUUID(),
        schema_version: SCHEMA_VERSION,
        generation: run.generation,
        occurred_utc: epoch,
        user_id: run.user_id ?? EVERY_ACCOUNT,
        action: RESYNC_END,
        entity_type: type,
        entity_id: 0,
        version: 0,
        categories: ['other'],
        is_resync: true,
        entity: {},
        private: {},
        resync_epoch: epoch,
      };
      return { topic: topics.get(type)!, event };
    });
  }

  private async pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.stopping.signal }).catch(() => {});
  }
}
