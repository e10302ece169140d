import { KeyhavenError } from '../../http/keyhaven-error';
import type { Terminal } from './terminal';
import { UsageError } from './usage-error';

/** The exit codes of the command line. */
export const exitCodes = {
  done: 0,
  /** The platform refused the request, or the program failed. */
  failed: 1,
  /** The command was used incorrectly. Nothing was changed. */
  wrongUsage: 2,
  /** The credentials are missing, wrong, or not allowed to do this. */
  notAllowed: 3,
  /** There was no response of this API, or a temporary error. The same command may succeed later. */
  unavailable: 4,
  /** The user interrupted the command. */
  interrupted: 130,
} as const;

/** Prints an error for the user. @returns the exit code. */
export function reportError(error: unknown, terminal: Terminal): number {
  const code = exitCodeOf(error);
  if (terminal.isJson) terminal.note(JSON.stringify({ error: described(error) }));
  else for (const line of linesOf(error)) terminal.note(line);
  return code;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.wrongUsage;
  if (!(error instanceof KeyhavenError)) return exitCodes.failed;
  if (error.status === 401 || error.status === 403) return exitCodes.notAllowed;
  return error.status === 0 || error.status === 429 || error.status >= 500 ? exitCodes.unavailable : exitCodes.failed;
}

function described(error: unknown): object {
  if (!(error instanceof KeyhavenError)) return { messages: [messageOf(error)] };
  const { status, code, messages, method, path, requestId } = error;
  return { status, code, messages, method, path, request_id: requestId ?? null };
}

function linesOf(error: unknown): string[] {
  if (!(error instanceof KeyhavenError)) return [`error: ${messageOf(error)}`];
  const { status, code, messages, method, path, requestId } = error;
  const help = helpOf(error);
  return [
    `error: ${method} ${path} ${status === 0 ? unansweredText(code) : `answered ${status}`} (${code})`,
    ...messages.map((message) => `  ${message}`),
    ...(requestId === undefined ? [] : [`  request id: ${requestId}`]),
    ...(help === undefined ? [] : [`  ${help}`]),
  ];
}

function unansweredText(code: KeyhavenError['code']): string {
  return code === 'unexpected_answer' ? 'was not answered by this API' : 'was not answered';
}

function helpOf({ status }: KeyhavenError): string | undefined {
  if (status === 0) return 'Check the address (--url, KEYHAVEN_URL) and that the platform runs.';
  if (status === 401) return 'Check the e-mail address and the token, or run keyhaven login.';
  return undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
