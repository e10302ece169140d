import type { ApiError } from '@keyhaven/contracts/shared/errors';
import { renderMessagePage } from '@keyhaven/pages/document/message-page';

/**
 * The statuses of the errors that a form can get because it was sent before: its first submission
 * may have removed or changed the record.
 */
const afterFirstSubmission = [404, 409, 410];
const openAgain = 'Please open the address of the page again, or ask the person who gave it to you.';

/**
 * Renders an error as an HTML page for people. The page says what was wrong and what they can do.
 * @param method the HTTP method of the request. Every request except GET and HEAD may change data.
 */
export function errorPage(error: ApiError, method: string, requestId: string): string {
  const isRead = method === 'GET' || method === 'HEAD';
  const isFailure = error.status >= 500;
  return renderMessagePage({
    heading: isFailure ? 'This page is not available at the moment' : 'This could not be done',
    message: isFailure ? describeFailure(error, isRead) : describeRefusal(error, isRead),
    // The messages of failures are internal details, which do not help a guest.
    reasons: isFailure ? [] : error.messages,
    footnote: `Request ${requestId}`,
  });
}

function describeFailure({ code }: ApiError, isRead: boolean): string {
  // After any failure except `unavailable`, a form may have been processed.
  return isRead || code === 'unavailable'
    ? 'Please try again in a few minutes.'
    : 'It is not known whether this was done. Open the page again to see. Please try again only if it was not done.';
}

function describeRefusal({ status }: ApiError, isRead: boolean): string {
  const isUnchanged = !isRead && !afterFirstSubmission.includes(status);
  return isUnchanged ? `Nothing was changed. ${openAgain}` : openAgain;
}
