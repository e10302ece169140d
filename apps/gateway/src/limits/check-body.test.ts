import { checkDeclaredBody, MAX_BODY_BYTES } from './check-body';

describe('the check of a body by its headers', () => {
  it.each([
    ['POST', { 'content-length': String(MAX_BODY_BYTES) }],
    ['POST', { 'transfer-encoding': 'Chunked' }],
    ['PATCH', {}],
    ['GET', { 'content-length': '2' }],
    ['DELETE', {}],
  ])('accepts %s %j', (method, headers) => {
    expect(() => checkDeclaredBody({ method, headers })).not.toThrow();
  });

  it.each([
    ['POST', { 'content-length': String(MAX_BODY_BYTES + 1) }, 'payload_too_large'],
    // The proxy library replaces the chunked framing of a DELETE by a length of 0, so the service would read the body
    // as the next request.
    ['DELETE', { 'transfer-encoding': 'chunked' }, 'bad_request'],
    ['GET', { 'transfer-encoding': 'chunked' }, 'bad_request'],
    ['POST', { 'transfer-encoding': 'gzip, chunked' }, 'bad_request'],
  ])('refuses %s %j', (method, headers, code) => {
    expect(() => checkDeclaredBody({ method, headers })).toThrow(expect.objectContaining({ code }) as Error);
  });
});
