import { randomUUID } from 'node:crypto';
import type { LoggedRequest } from '../../contract/records';
import { pause } from '../../http/pause';
import { openClient } from '../settings/open-client';
import type { Settings } from '../settings/settings';
import { printJson, type Terminal, timeOf } from '../terminal/terminal';
import { UsageError } from '../terminal/usage-error';

export interface LogsOptions extends Settings {
  errors?: boolean;
  status?: string;
  method?: string;
  route?: string;
  /** How many past requests to show first. */
  last: string;
  /** Whether the command waits for new requests. False with --no-follow. */
  follow: boolean;
}

/** The pause between two reads, in milliseconds. A request appears in the log a second or two after its response. */
const POLL_MS = 2000;
/**
 * Each read begins this long before the end of the newest known request, in milliseconds. Entries are stored in batches,
 * so an entry may appear later than newer ones.
 */
const OVERLAP_MS = 60_000;
/**
 * A request that ended at most this many milliseconds before the command began also counts as new, because the log may
 * have stored it only afterwards.
 */
const LATE_MS = 5000;
const MAX_LAST = 1000;

/** Shows the request log, oldest first, and follows it until the user ends the command. */
export async function logs(options: LogsOptions, terminal: Terminal): Promise<void> {
  try {
    await showLog(options, terminal);
  } catch (error) {
    if (!terminal.signal.aborted || error !== terminal.signal.reason) throw error;
  }
}

async function showLog(options: LogsOptions, terminal: Terminal): Promise<void> {
  const last = Number(options.last);
  if (!Number.isInteger(last) || last < 0 || last > MAX_LAST)
    throw new UsageError(`--last must be a number from 0 to ${MAX_LAST}`);
  const client = await openClient(options, terminal);
  const { signal } = terminal;
  const { status, method, route } = options;
  const filters = { status, method, route, ...(options.errors ? { errors_only: true } : {}) };
  // Send one request id with all requests of this command, so that the output can leave them out.
  const own = `keyhaven-logs-${randomUUID()}`;
  const sent = { signal, headers: { 'x-request-id': own } };
  const read = { ...filters, limit: Math.max(last, 1) };
  const { body, headers } = await client.answer('listLoggedRequests', read, sent);
  // Compare log entries with the platform's clock, because this machine's clock may differ.
  const beganAt = Date.parse(headers.get('date') ?? new Date().toUTCString());
  let newestEnd = beganAt;
  const readRecent = async (): Promise<LoggedRequest[]> => {
    // Do not count back from this machine's time. Its clock may be corrected, and the process may be suspended.
    const from = new Date(newestEnd - OVERLAP_MS);
    const recent: LoggedRequest[] = [];
    for await (const request of client.each('listLoggedRequests', { ...filters, from, limit: 100 }, sent)) {
      // Also count the own requests. Without other requests, the period would otherwise become longer with each read.
      newestEnd = Math.max(newestEnd, endOf(request));
      if (request.request_id !== own) recent.push(request);
    }
    return recent;
  };
  // The first answer contains only the newest requests. Also read all other recent ones, so that a request that is
  // already stored does not count as new.
  const stored = options.follow ? await readRecent() : [];
  let known = new Set(stored.map(({ id }) => id));
  const older = body.items.filter(({ id, request_id }) => request_id !== own && !known.has(id));
  // The header Date has whole seconds. A request that ended after that second is new, so it does not count for `last`.
  const past = [...stored, ...older].filter((request, index) => index < last || endOf(request) >= beganAt + 1000);
  for (const request of past.reverse()) show(request, terminal);
  while (options.follow) {
    await pause(POLL_MS, signal);
    const recent = await readRecent();
    for (const request of recent.reverse()) {
      if (!known.has(request.id) && endOf(request) >= beganAt - LATE_MS) show(request, terminal);
    }
    known = new Set(recent.map(({ id }) => id));
  }
}

function endOf({ received_utc, duration_ms }: LoggedRequest): number {
  return Date.parse(received_utc) + duration_ms;
}

function show(request: LoggedRequest, terminal: Terminal): void {
  if (terminal.isJson) return printJson(terminal, request);
  const { received_utc, method, path, status, duration_ms, is_dry_run, error_code, error_messages, request_id } =
    request;
  const dry = is_dry_run ? ' (dry run)' : '';
  terminal.print(`${timeOf(received_utc)}  ${status ?? '---'}  ${method} ${path}${dry}  ${Math.round(duration_ms)} ms`);
  if (error_code === null) return;
  terminal.print(`          ${error_code}: ${error_messages.join('; ')}  (request ${request_id})`);
}
