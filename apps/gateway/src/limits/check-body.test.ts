import { checkDeclaredBody } from './check-body';

const MAX_BODY_BYTES = 1000;

describe('checkDeclaredBody', () => {
  it.each([
    ['POST', { 'content-length': String(MAX_BODY_BYTES) }],
    ['POST', { 'transfer-encoding': 'Chunked' }],
    ['PATCH', {}],
    ['GET', { 'content-length': '2' }],
    ['DELETE', {}],
  ])('accepts a %s with the headers %j', (method, headers) => {
    expect(() => checkDeclaredBody({ method, headers }, MAX_BODY_BYTES)).not.toThrow();
  });

  it.each([
    ['POST', { 'content-length': String(MAX_BODY_BYTES + 1) }, 'payload_too_large'],
    // The proxy library replaces the chunked encoding of a DELETE with a length of 0. Then the service would read the
    // body as the beginning of the next request.
    ['DELETE', { 'transfer-encoding': 'chunked' }, 'bad_request'],
    ['GET', { 'transfer-encoding': 'chunked' }, 'bad_request'],
    ['POST', { 'transfer-encoding': 'gzip, chunked' }, 'bad_request'],
  ])('refuses a %s with the headers %j', (method, headers, code) => {
    expect(() => checkDeclaredBody({ method, headers }, MAX_BODY_BYTES)).toThrow(
      expect.objectContaining({ code }) as Error,
    );
  });
});
