import { readTraceHeaders } from './tracing';

const VALID = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

it('a valid trace context is read from text and from bytes', () => {
  expect(readTraceHeaders({ traceparent: VALID })).toEqual({ traceparent: VALID });
  expect(readTraceHeaders({ traceparent: Buffer.from(VALID), tracestate: Buffer.from('a=1') })).toEqual({
    traceparent: VALID,
    tracestate: 'a=1',
  });
});

it.each([
  ['missing', undefined],
  ['empty', ''],
  ['sent twice', `${VALID}, ${VALID}`],
  ['a list', [VALID]],
  ['in upper case', VALID.toUpperCase()],
  ['of the version ff', VALID.replace(/^00/, 'ff')],
  ['with a trace id of zeros', VALID.replace('0af7651916cd43dd8448eb211c80319c', '0'.repeat(32))],
  ['with a span id of zeros', VALID.replace('b7ad6b7169203331', '0'.repeat(16))],
  ['too short', VALID.slice(0, -1)],
  ['too long', `01${VALID.slice(2)}-${'x'.repeat(10_000)}`],
  ['with a line break', `${VALID}\n`],
  ['with a script', '<script>alert(1)</script>'],
])('a traceparent that is %s is ignored', (_, traceparent) => {
  expect(readTraceHeaders({ traceparent, tracestate: 'a=1' })).toBeUndefined();
});

it.each([
  ['too long', `a=${'x'.repeat(600)}`],
  ['with other characters', 'a=ü'],
])('a tracestate that is %s is ignored, and the traceparent is used', (_, tracestate) => {
  expect(readTraceHeaders({ traceparent: VALID, tracestate })).toEqual({ traceparent: VALID });
});
