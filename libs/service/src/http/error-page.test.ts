import { ApiError, type ErrorCode } from '@keyhaven/contracts/shared/errors';
import { errorPage } from './error-page';

/** Renders the page of an error. Returns it without its styles. */
function pageOf(code: ErrorCode, method: string): string | undefined {
  return /<main[^]*<\/main>/.exec(errorPage(new ApiError(code, 'a reason'), method, 'r1'))?.[0];
}

describe('an error page', () => {
  it.each<ErrorCode>(['internal_error', 'bad_gateway', 'gateway_timeout'])(
    'for a form says after %s that the outcome is not known, because the form may have been processed',
    (code) => {
      expect(pageOf(code, 'POST')).toContain('It is not known whether this was done.');
    },
  );

  it.each(['GET', 'POST'])('suggests trying again after %s if nothing was written', (method) => {
    const page = pageOf('unavailable', method);
    expect(page).toContain('Please try again in a few minutes.');
    expect(page).not.toContain('It is not known');
  });

  it.each<ErrorCode>(['internal_error', 'bad_gateway', 'gateway_timeout', 'unavailable'])(
    'does not promise after %s that a repeated form is processed only once',
    (code) => {
      expect(pageOf(code, 'POST')).not.toContain('twice');
    },
  );

  it('says that nothing was changed if a form was too large', () => {
    expect(pageOf('payload_too_large', 'POST')).toContain('Nothing was changed.');
  });

  it.each<ErrorCode>(['not_found', 'conflict', 'gone'])(
    'does not say after %s that nothing was changed, because the same form may have been sent before',
    (code) => {
      expect(pageOf(code, 'POST')).not.toContain('Nothing was changed');
    },
  );

  it('does not say that nothing was changed if the person only opened a page', () => {
    expect(pageOf('not_found', 'GET')).not.toContain('Nothing was changed');
    expect(pageOf('too_many_requests', 'GET')).not.toContain('Nothing was changed');
  });
});
