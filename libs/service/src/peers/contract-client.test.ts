import { ApiError } from '@keyhaven/contracts/shared/errors';
import { bodyOf } from './contract-client';

/** Reads the body of the response with which a service refuses a request. */
async function readRefusal({ status, body, headers }: ApiError): Promise<unknown> {
  return Promise.resolve({ status, body, headers: new Headers(headers) }).then(bodyOf);
}

describe('bodyOf', () => {
  it('returns the body of a successful response', () => {
    expect(bodyOf({ status: 200, body: { id: 7 }, headers: new Headers() })).toEqual({ id: 7 });
  });

  it('throws the error of the response, with its header Retry-After', async () => {
    const busy = new ApiError('unavailable', 'try again', { 'Retry-After': '5' });
    const { code, messages, headers } = busy;
    await expect(readRefusal(busy)).rejects.toMatchObject({ code, messages, headers });
    const missing = new ApiError('not_found', 'there is no such booking');
    await expect(readRefusal(missing)).rejects.toMatchObject({ code: 'not_found', headers: {} });
  });
});
