import type { RequestValidationError } from './ts-rest';
import type { Request, Response } from 'express';
import { wordIssues } from './issue-words';

wordIssues();

interface Issue {
  message: string;
  path?: readonly unknown[];
}

/** The maximum number of messages in one response. */
const MAX_MESSAGES = 20;
/** The maximum length of a message, in characters. */
const MAX_MESSAGE = 300;
/** The maximum number of characters of a wrong value in a message, and of the name of its field. */
const MAX_SHOWN = 80;

/** Matches the names of fields whose values are not quoted in messages. */
const secretName = /password|secret|token/i;

/**
 * Returns a message for each fault in the path, query, headers or body of a request. Each message
 * contains the name of the field, the sent value, and what is expected.
 */
export function validationMessages(error: RequestValidationError, request: Request, response: Response): string[] {
  const parts: [where: string, fault: unknown, sent: unknown][] = [
    ['path', error.pathParams, response.locals.params],
    ['header', error.headers, request.headers],
    ['query', error.query, request.query],
    ['body', error.body, request.body],
  ];
  const messages = parts.flatMap(([where, fault, sent]) =>
    issuesOf(fault).map((issue) => describeIssue(where, issue, sent)),
  );
  const shown = messages.slice(0, MAX_MESSAGES);
  if (messages.length > shown.length) shown.push(`and ${messages.length - shown.length} more`);
  return shown;
}

function issuesOf(fault: unknown): Issue[] {
  const issues = (fault as { issues?: unknown } | null)?.issues;
  return Array.isArray(issues) ? (issues as Issue[]) : [];
}

/**
 * Describes one fault.
 * @param where the part of the request with the fault, such as `body`.
 * @param sent the whole value of this part of the request, as the client sent it.
 */
export function describeIssue(where: string, issue: Issue, sent: unknown): string {
  const path = (issue.path ?? []).map((step) =>
    typeof step === 'object' && step !== null && 'key' in step ? String(step.key) : String(step),
  );
  const value = path.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], sent);
  const name = path.length > 0 ? path.join('.') : where;
  const place = path.length > 0 && where !== 'body' ? `${where} parameter ${name}` : name;
  const sentValue = secretName.test(name) ? 'the sent value' : shown(value);
  const fault = value === undefined ? 'is required' : `${sentValue} is not accepted`;
  return cut(`${cut(place, MAX_SHOWN)}: ${fault}; ${issue.message}`, MAX_MESSAGE);
}

function shown(value: unknown): string {
  return cut(JSON.stringify(value) ?? typeof value, MAX_SHOWN);
}

/** Shortens a text. The result is well-formed Unicode, because many JSON parsers refuse half a surrogate pair. */
function cut(text: string, maximum: number): string {
  const short = text.length > maximum ? `${text.slice(0, maximum - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
  return short.toWellFormed();
}
