import type { ApiError } from '@keyhaven/contracts/shared/errors';
import { renderMessagePage } from '@keyhaven/pages/document/message-page';
import { standalonePageHeaders } from '@keyhaven/pages/document/page-headers';
import { refusalOf } from '@keyhaven/service/http/error-handler';
import type { Logger } from '@keyhaven/service/observability/logger';
import type { ErrorRequestHandler } from 'express';
import { asSentence } from '../visit/form-refusal';

type Words = readonly [heading: string, message?: string];

const words: Readonly<Record<number, Words>> = {
  403: ['You may not do this'],
  404: ['This page does not exist', 'The address may be incomplete, or what it shows was removed.'],
  429: ['Too many attempts', 'Please wait a moment before you try again.'],
};
const otherRefusal: Words = ['This could not be done'];
const unavailable = 'This page is not available at the moment';
const failureOfRead: Words = [unavailable, 'Please try again in a few minutes.'];
const failureOfForm: Words = [
  unavailable,
  'It is not known whether this was done. Look at the page before you try again.',
];

/**
 * Responds to every error with an error page. The page contains its own styles, because the style sheet may be
 * unavailable too.
 */
export function errorPages(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const refusal = refusalOf(logger, error, request, response);
    if (response.headersSent) return void response.destroy();
    response.locals.errorCode = refusal.code;
    response.status(refusal.status).set({ ...refusal.headers, ...standalonePageHeaders });
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    response.send(pageOf(refusal, isRead, String(response.locals.requestId)));
  };
}

function pageOf({ status, messages }: ApiError, isRead: boolean, requestId: string): string {
  const isFailure = status >= 500;
  const failure = isRead ? failureOfRead : failureOfForm;
  const [heading, message] = isFailure ? failure : (words[status] ?? otherRefusal);
  // If the status is 404, do not say that nothing was changed: a form that is sent twice gets a 404 if its first
  // submission used up a link or removed a record.
  const isUnchanged = !isFailure && !isRead && status !== 404;
  const outcome = isUnchanged ? 'Nothing was changed.' : undefined;
  const sentences = [outcome, message].filter((sentence) => sentence !== undefined);
  return renderMessagePage({
    heading,
    message: sentences.length > 0 ? sentences.join(' ') : undefined,
    reasons: isFailure || status === 404 ? [] : messages.map(asSentence),
    link: { href: '/portal', text: 'To the overview' },
    footnote: `Request ${requestId}`,
    brandHref: '/portal',
  });
}
