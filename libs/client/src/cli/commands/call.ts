import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { checkRequest } from './check-request';
import { openClient } from '../settings/open-client';
import type { Settings } from '../settings/settings';
import { printJson, type Terminal } from '../terminal/terminal';
import { UsageError } from '../terminal/usage-error';

export interface CallOptions extends Settings {
  /** The request body: JSON, `@FILE` for the content of a file, or `-` for standard input. */
  data?: string;
  /** Query parameters, each as `name=value`. */
  query: string[];
  dryRun?: boolean;
  ifMatch?: string;
  idempotencyKey?: string;
  include?: boolean;
  /** Whether the request is checked before it is sent. False with --no-check. */
  check: boolean;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Sends one request, after checking it against the contract. */
export async function call(method: string, path: string, options: CallOptions, terminal: Terminal): Promise<void> {
  const verb = method.toUpperCase();
  if (!METHODS.includes(verb)) throw new UsageError(`${method} is not one of ${METHODS.join(', ')}`);
  const target = targetOf(path, options.query);
  if (verb === 'GET' && options.data !== undefined) throw new UsageError('a GET has no body; use -q for parameters');
  const body = options.data === undefined ? undefined : await readBody(options.data);
  if (options.check) check(verb, target, body, terminal);
  const client = await openClient(options, terminal);
  const { dryRun, ifMatch, idempotencyKey } = options;
  const sent = { signal: terminal.signal, dryRun, ifMatch, idempotencyKey };
  const answer = await client.send(verb, target, { body }, sent).catch((error: unknown) => {
    // The client throws a TypeError for a request that it cannot send.
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  });
  if (options.include) {
    terminal.note(String(answer.status));
    for (const [name, value] of answer.headers) terminal.note(`${name}: ${value}`);
  }
  if (answer.ignored.length > 0) terminal.note(`warning: the platform ignored ${answer.ignored.join(', ')}`);
  if (answer.isDryRun) terminal.note('dry run: nothing was changed');
  if (typeof answer.body === 'string') terminal.print(answer.body);
  else if (answer.body !== undefined) printJson(terminal, answer.body);
}

/** Returns the path with the query parameters of the flags. Adds a missing leading slash. */
function targetOf(path: string, query: readonly string[]): string {
  if (/^https?:/i.test(path)) throw new UsageError(`expected a path such as /v2/bookings, and the address in --url`);
  const url = new URL(path.startsWith('/') ? path : `/${path}`, 'http://root');
  for (const pair of query) {
    const at = pair.indexOf('=');
    if (at < 1) throw new UsageError(`-q ${pair}: expected name=value`);
    url.searchParams.append(pair.slice(0, at), pair.slice(at + 1));
  }
  return url.pathname + url.search;
}

async function readBody(data: string): Promise<unknown> {
  const json =
    data === '-' ? await text(process.stdin) : data.startsWith('@') ? await readBodyFile(data.slice(1)) : data;
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new UsageError(`the body is not JSON: ${(error as Error).message}`);
  }
}

async function readBodyFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`the body cannot be read: ${(error as Error).message}`);
  }
}

function check(method: string, target: string, body: unknown, terminal: Terminal): void {
  const faults = checkRequest(method, target, body);
  if (!faults)
    return terminal.note(`note: ${method} ${target.split('?')[0]} is not in the contract; it is sent unchecked`);
  if (faults.length > 0) {
    throw new UsageError(`the request was not sent:\n  ${faults.join('\n  ')}\n  (--no-check sends it anyway)`);
  }
}
