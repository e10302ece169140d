import type { ApiError } from '@keyhaven/contracts/shared/errors';
import { renderMessagePage } from '@keyhaven/pages/document/message-page';

/**
 * Renders an error as an HTML page for people. The page says what was wrong and what they can do.
 */
export function errorPage({ status, messages }: ApiError, requestId: string): string {
  const isFailure = status >= 500;
  return renderMessagePage({
    heading: isFailure ? 'This page is not available at the moment' : 'This could not be done',
    message: isFailure
      ? 'Please try again in a few minutes. Your request will not be processed twice.'
      : 'Nothing was changed. Please open the address of the page again, or ask the person who gave it to you.',
    // The messages of failures are internal details, which do not help a guest.
    reasons: isFailure ? [] : messages,
    footnote: `Request ${requestId}`,
  });
}
