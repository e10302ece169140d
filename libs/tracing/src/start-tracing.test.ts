import { type OtlpReceiver, startOtlpReceiver } from '@keyhaven/testing/otlp-receiver';
import { until } from '@keyhaven/testing/until';
import { tracingSettings } from './settings';
import { type RunningTracing, startTracing } from './start-tracing';
import { tracing } from './tracing';

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const UNSAMPLED = PARENT.replace(/01$/, '00');
const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';
/** A URL at which no collector listens. */
const DEAD = 'http://127.0.0.1:9';

let running: RunningTracing | undefined;
let collector: OtlpReceiver;
beforeAll(async () => {
  collector = await startOtlpReceiver();
});
afterAll(() => collector.close());
afterEach(async () => {
  await running?.stop(5000);
  running = undefined;
  // The exporter reads its URL from the environment, so remove the variable again.
  delete process.env[ENDPOINT];
});

async function start(settings: Record<string, string> = {}, onFailure: (error: unknown) => void = () => {}) {
  process.env[ENDPOINT] = settings[ENDPOINT] ?? collector.url;
  const parsed = tracingSettings.parse({ OTEL_BSP_SCHEDULE_DELAY: '1', ...process.env, ...settings });
  running = await startTracing(parsed, { service: 'booking', version: '1.2.3', onFailure });
  return tracing!;
}

it('tracing is off without the URL of a collector, or if OTEL_SDK_DISABLED or OTEL_TRACES_EXPORTER turns it off', async () => {
  const options = { service: 'booking', version: '1.2.3', onFailure: () => {} };
  const off = [
    {},
    { [ENDPOINT]: '' },
    { [ENDPOINT]: DEAD, OTEL_SDK_DISABLED: 'TRUE' },
    { [ENDPOINT]: DEAD, OTEL_TRACES_EXPORTER: 'none' },
  ];
  for (const settings of off) expect(await startTracing(tracingSettings.parse(settings), options)).toBeUndefined();
  expect(tracing).toBeUndefined();
});

it.each([
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
  { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
  { OTEL_TRACES_SAMPLER: 'sometimes' },
  { OTEL_TRACES_SAMPLER_ARG: '2' },
])('the tracing settings %j are refused', (settings) => {
  const { error } = tracingSettings.safeParse(settings);
  expect(error?.issues[0]!.path).toEqual(Object.keys(settings));
});

it('a span and its failed child are exported in the trace of the caller, with the name of the service', async () => {
  const tracer = await start({ OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test' });
  const span = tracer.start({ name: 'parent', kind: 'server', parent: { traceparent: PARENT, tracestate: 'a=1' } });
  const failing = span.run(() =>
    tracer.during({ name: 'child', kind: 'client' }, () => Promise.reject(new TypeError('x'))),
  );
  await expect(failing).rejects.toThrow('x');
  span.end();
  const parent = await collector.find(({ name }) => name === 'parent');
  const child = await collector.find(({ name }) => name === 'child');
  expect(parent).toMatchObject({ service: 'keyhaven-booking', parentSpanId: 'b7ad6b7169203331', traceState: 'a=1' });
  expect(child).toMatchObject({
    parentSpanId: parent.spanId,
    statusCode: 2,
    attributes: { 'error.type': 'TypeError' },
  });
  expect(child.traceId).toBe(PARENT.slice(3, 35));
  await until(() => tracer.counts.exported === 2);
});

it('spans are exported with the version of the program', async () => {
  const tracer = await start();
  tracer.start({ name: 'with version', kind: 'internal' }).end();
  await collector.find(({ name }) => name === 'with version');
  expect(collector.bodies.at(-1)).toContain('{"key":"service.version","value":{"stringValue":"1.2.3"}}');
});

it('code that runs after its span has ended has no current span', async () => {
  const tracer = await start();
  const span = tracer.start({ name: 'ended', kind: 'server' });
  span.run(() => {
    expect(tracer.ids()).toEqual(span.ids);
    expect(tracer.storedHeaders()).toEqual(span.headers);
    expect(tracer.outside(() => tracer.ids())).toBeUndefined();
    span.end();
    expect(tracer.ids()).toBeUndefined();
    expect(tracer.storedHeaders()).toBeUndefined();
  });
});

it('a trace that the caller does not record is propagated, but not exported or stored', async () => {
  const tracer = await start();
  const span = tracer.start({ name: 'unsampled', kind: 'server', parent: { traceparent: UNSAMPLED } });
  await span.run(async () => {
    expect(tracer.storedHeaders()).toBeUndefined();
    expect(tracer.headers()!.traceparent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[\da-f]{16}-00$/);
    await tracer.during({ name: 'child of unsampled', kind: 'client' }, () => Promise.resolve());
  });
  span.end();
  await running!.stop(5000);
  expect(collector.spans.filter(({ name }) => name.includes('unsampled'))).toEqual([]);
});

it('clients cannot choose which traces are recorded if the sampler ignores the parent span', async () => {
  const tracer = await start({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' });
  const span = tracer.start({ name: 'chosen by a client', kind: 'server', parent: { traceparent: PARENT } });
  expect(span.headers.traceparent).toMatch(/-00$/);
  span.end();
});

it('spans that cannot be exported are counted and reported, and the queue does not exceed its limit', async () => {
  const failures: unknown[] = [];
  const tracer = await start({ [ENDPOINT]: DEAD, OTEL_BSP_MAX_QUEUE_SIZE: '2' }, (error) => failures.push(error));
  for (let i = 0; i < 5; i++) tracer.start({ name: 'lost', kind: 'internal' }).end();
  // Two spans are being sent, two are waiting, and the fifth was dropped.
  expect(tracer.counts).toEqual({ exported: 0, failed: 0, dropped: 1 });
  await running!.stop(1);
  await until(() => tracer.counts.failed === 4);
  expect(failures).toHaveLength(2);
}, 60_000);
