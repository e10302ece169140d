import { randomBytes } from 'node:crypto';
import type { EventType } from '../../contract/records';
import type { LoggedEvent } from '../../events/event';
import { assertSecret, signWebhook } from '../../webhooks/sign-webhook';
import { openClient } from '../settings/open-client';
import type { Settings } from '../settings/settings';
import { printJson, type Terminal, timeOf } from '../terminal/terminal';
import { UsageError } from '../terminal/usage-error';

export interface ListenOptions extends Settings {
  forward?: string;
  types?: string;
  after: string;
  secret?: string;
}

/** How long the platform waits for the response to a webhook, in milliseconds. */
const ANSWER_MS = 15_000;

/** Follows the event log, and posts each event to a local URL as the platform would. */
export async function listen(options: ListenOptions, terminal: Terminal): Promise<void> {
  const { forward } = options;
  if (forward !== undefined) checkForward(forward);
  const secret = options.secret ?? `whsec_${randomBytes(32).toString('base64')}`;
  checkSecret(secret);
  const client = await openClient(options, terminal);
  // The platform checks the types, and its error message lists the valid ones.
  const types = options.types?.split(',') as EventType[] | undefined;
  const first = options.after === 'latest' ? await client.listEvents({ after: 'latest', types }) : undefined;
  terminal.note(`Waiting for events. Ctrl-C ends.`);
  if (forward !== undefined) terminal.note(`Webhooks to ${forward} are signed with ${secret}`);
  const after = first?.next_cursor ?? (options.after === 'oldest' ? undefined : options.after);
  for await (const event of client.readEvents({ types, after, signal: terminal.signal })) {
    const outcome = forward === undefined ? undefined : await post(forward, event, secret);
    show(event, outcome, terminal);
  }
}

function checkForward(text: string): void {
  // Without http://, localhost:3000 is a URL of the scheme "localhost:".
  const isHttp = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (!isHttp)
    throw new UsageError(`--forward ${JSON.stringify(text)} must be an address such as http://localhost:3000/hook`);
}

function checkSecret(secret: string): void {
  try {
    assertSecret(secret);
  } catch (error) {
    throw new UsageError(`--secret: ${(error as Error).message}`);
  }
}

interface Outcome {
  status: number | null;
  duration_ms: number;
  answer: string;
}

async function post(url: string, { cursor: _, ...payload }: LoggedEvent, secret: string): Promise<Outcome> {
  const body = JSON.stringify(payload);
  const startedAt = Date.now();
  const outcome = (status: number | null, answer: string) => ({ status, duration_ms: Date.now() - startedAt, answer });
  try {
    const headers = { 'content-type': 'application/json', ...signWebhook(payload.id, body, secret) };
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    return outcome(response.status, await response.text());
  } catch (error) {
    const { message, cause } = error as Error;
    return outcome(null, cause instanceof Error ? cause.message || message : message);
  }
}

function show(event: LoggedEvent, outcome: Outcome | undefined, terminal: Terminal): void {
  if (terminal.isJson) return printJson(terminal, outcome ? { event, ...outcome } : { event });
  const { occurred_utc, entity_type, entity_id, action, categories } = event;
  const what = `${timeOf(occurred_utc)}  ${action} ${entity_type} ${entity_id}  ${categories.join(',')}`;
  if (!outcome) return terminal.print(what);
  const isAccepted = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
  const answer = isAccepted ? '' : `  ${outcome.answer.slice(0, 200)}`;
  terminal.print(`${what}  → ${outcome.status ?? 'no answer'} in ${outcome.duration_ms} ms${answer}`);
}
