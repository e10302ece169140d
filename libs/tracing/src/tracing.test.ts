import { readTraceHeaders } from './tracing';

const VALID = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

it('a valid trace context is read from text and from bytes', () => {
  expect(readTraceHeaders({ traceparent: VALID })).toEqual({ traceparent: VALID });
  expect(readTraceHeaders({ traceparent: Buffer.from(VALID), tracestate: Buffer.from('a=1') })).toEqual({
    traceparent: VALID,
    tracestate: 'a=1',
  });
});

it('a traceparent of a later version may have a fifth part', () => {
  const traceparent = `${VALID.replace(/^00/, '01')}-x`;
  expect(readTraceHeaders({ traceparent })).toEqual({ traceparent });
});

it.each([
  ['is missing', undefined],
  ['is empty', ''],
  ['is sent twice', `${VALID}, ${VALID}`],
  ['is a list', [VALID]],
  ['is in upper case', VALID.toUpperCase()],
  ['has the version ff', VALID.replace(/^00/, 'ff')],
  ['has a trace id of zeros', VALID.replace('0af7651916cd43dd8448eb211c80319c', '0'.repeat(32))],
  ['has a span id of zeros', VALID.replace('b7ad6b7169203331', '0'.repeat(16))],
  ['is too short', VALID.slice(0, -1)],
  ['is too long', `01${VALID.slice(2)}-${'x'.repeat(10_000)}`],
  ['has the version 00 and a fifth part', `${VALID}-x`],
  ['has the version 00 and a hyphen at its end', `${VALID}-`],
  ['contains a line break', `${VALID}\n`],
  ['contains a script', '<script>alert(1)</script>'],
])('a traceparent is ignored if it %s', (_, traceparent) => {
  expect(readTraceHeaders({ traceparent, tracestate: 'a=1' })).toBeUndefined();
});

it.each([
  ['is too long', `a=${'x'.repeat(600)}`],
  ['contains other characters than ASCII', 'a=ü'],
])('a tracestate is ignored but the traceparent is used if the tracestate %s', (_, tracestate) => {
  expect(readTraceHeaders({ traceparent: VALID, tracestate })).toEqual({ traceparent: VALID });
});
