import { checkDeclaredBody, MAX_BODY_BYTES } from './check-body';

describe('a body, by its headers,', () => {
  it.each([
    ['POST', { 'content-length': String(MAX_BODY_BYTES) }],
    ['POST', { 'transfer-encoding': 'Chunked' }],
    ['PATCH', {}],
    ['GET', { 'content-length': '2' }],
    ['DELETE', {}],
  ])('passes: %s %j', (method, headers) => {
    expect(() => checkDeclaredBody({ method, headers })).not.toThrow();
  });

  it.each([
    ['POST', { 'content-length': String(MAX_BODY_BYTES + 1) }, 'payload_too_large'],
    // The engine replaces the chunks of a DELETE by a length of 0: its body would be the service's next request.
    ['DELETE', { 'transfer-encoding': 'chunked' }, 'bad_request'],
    ['GET', { 'transfer-encoding': 'chunked' }, 'bad_request'],
    ['POST', { 'transfer-encoding': 'gzip, chunked' }, 'bad_request'],
  ])('is refused: %s %j', (method, headers, code) => {
    expect(() => checkDeclaredBody({ method, headers })).toThrow(expect.objectContaining({ code }) as Error);
  });
});
