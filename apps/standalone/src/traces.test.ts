import { createLogger } from '@keyhaven/service/observability/logger';
import { createMetrics } from '@keyhaven/service/observability/metrics';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '@keyhaven/testing/otlp-receiver';
import { until } from '@keyhaven/testing/until';
import { tracingSettings } from '@keyhaven/tracing/settings';
import { type RunningTracing, startTracing } from '@keyhaven/tracing/start-tracing';
import { dates, type PlatformForClients, startPlatformForClients } from './testing/platform-for-clients';

const SECRET = 'a-secret-of-the-guest';
const CLIENT_TRACE = '0af7651916cd43dd8448eb211c80319c';
const CLIENT_SPAN = 'b7ad6b7169203331';

let collector: OtlpReceiver;
let tracing: RunningTracing | undefined;
let platform: PlatformForClients;
const logLines: string[] = [];
beforeAll(async () => {
  collector = await startOtlpReceiver();
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
  const settings = tracingSettings.parse({ ...process.env, OTEL_BSP_SCHEDULE_DELAY: '50' });
  tracing = await startTracing(settings, { service: 'standalone', version: '0', onFailure: () => {} });
  const log = { write: (line: string) => void logLines.push(line) };
  platform = await startPlatformForClients(undefined, createLogger('standalone', 'info', log));
}, 120_000);
afterAll(async () => {
  await platform.stop();
  await tracing?.stop(1000);
  await collector.close();
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
});

/** Waits until the collector has received a span of a trace. */
const spanOf = (traceId: string, matches: (span: ReceivedSpan) => boolean) =>
  collector.find((span) => span.traceId === traceId && matches(span));

it('one trace contains the whole path of a booking, from the gateway to the webhook delivery', async () => {
  const subscription = { type: 'booking', action: 'entity_create', webhook_url: platform.receiver };
  const subscribed = await platform.call('/v2/webhooksubscriptions', { method: 'POST', body: subscription });
  expect(subscribed.status).toBe(200);
  const body = {
    property_id: platform.ids.property,
    guest_id: platform.ids.guest,
    adults: 2,
    arrival: dates.free,
    departure: dates.freeUntil,
    generate_charges: true,
    notes: SECRET,
  };
  const answer = await platform.call(`/v2/bookings?include=charges&note=${SECRET}`, {
    method: 'POST',
    body,
    headers: { traceparent: `00-${CLIENT_TRACE}-${CLIENT_SPAN}-01`, tracestate: 'vendor=7' },
  });
  expect(answer).toMatchObject({ status: 200 });
  const id = answer.body.id as number;
  const requestId = answer.headers.get('x-request-id');
  const inTrace = (matches: (span: ReceivedSpan) => boolean) => spanOf(CLIENT_TRACE, matches);

  const gateway = await inTrace((span) => span.parentSpanId === CLIENT_SPAN);
  expect(gateway).toMatchObject({
    name: 'POST /v2/bookings',
    kind: 2,
    traceState: 'vendor=7',
    attributes: {
      'http.route': '/v2/bookings',
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'keyhaven.request_id': requestId,
      'keyhaven.user_id': platform.userId,
    },
  });
  const hop = await inTrace(
    (span) => span.parentSpanId === gateway.spanId && span.kind === 3 && span.name === gateway.name,
  );
  expect(hop.attributes['peer.service']).toBe('booking');
  const booking = await inTrace((span) => span.parentSpanId === hop.spanId);
  expect(booking).toMatchObject({ name: 'POST /v2/bookings', kind: 2 });
  for (const called of ['pricing', 'fees']) {
    const call = await inTrace(
      (span) => span.parentSpanId === booking.spanId && span.attributes['peer.service'] === called,
    );
    const answering = await inTrace((span) => span.parentSpanId === call.spanId && span.kind === 2);
    expect(answering.name).toBe(call.name);
  }
  const command = await inTrace((span) => span.parentSpanId === booking.spanId && / stays$/.test(span.name));
  const job = await inTrace((span) => span.name === 'job keep_guest');
  expect(job).toMatchObject({ kind: 1, parentSpanId: booking.spanId, attributes: { 'keyhaven.job': 'keep_guest' } });
  expect(command.attributes).toMatchObject({ 'db.system.name': 'mongodb', 'db.collection.name': 'stays' });

  const isOfBooking = ({ attributes }: ReceivedSpan) =>
    attributes['keyhaven.entity_type'] === 'booking' && attributes['keyhaven.entity_id'] === id;
  const sent = await inTrace((span) => span.kind === 4 && isOfBooking(span));
  expect(sent).toMatchObject({ name: 'send keyhaven.booking', parentSpanId: booking.spanId });
  const groups = ['pricing.occupancies', 'webhook.booking'];
  for (const group of groups) {
    const handled = await inTrace(
      (span) => span.parentSpanId === sent.spanId && span.attributes['messaging.consumer.group.name'] === group,
    );
    expect(handled).toMatchObject({ name: 'process keyhaven.booking', kind: 5 });
  }
  const stored = await inTrace(({ attributes }) => attributes['messaging.consumer.group.name'] === groups[1]);
  const attempt = await inTrace((span) => span.name === 'POST webhook' && isOfBooking(span));
  expect(attempt).toMatchObject({
    kind: 3,
    attributes: { 'http.response.status_code': 200, 'server.address': '127.0.0.1' },
  });
  expect(attempt.parentSpanId).toBe(stored.spanId);

  const lines = logLines.filter((line) => line.includes(CLIENT_TRACE)).map((line) => JSON.parse(line) as object);
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'request', request_id: requestId, trace_id: CLIENT_TRACE, span_id: gateway.spanId }),
  );
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'delivery attempted', span_id: attempt.spanId }));
  expect(collector.bodies.join('')).not.toContain(SECRET);
  expect(collector.bodies.join('')).not.toContain(platform.accessToken);
});

it.each([
  ['malformed', 'traceparent'],
  ['of zeros', `00-${'0'.repeat(32)}-${CLIENT_SPAN}-01`],
  ['oversized', `01-${CLIENT_TRACE}-${CLIENT_SPAN}-01-${'x'.repeat(20_000)}`],
  ['sent twice', `00-${CLIENT_TRACE}-${CLIENT_SPAN}-01, 00-${CLIENT_TRACE}-${CLIENT_SPAN}-01`],
])('a request with a traceparent that is %s gets a normal response, and starts a new trace', async (_, traceparent) => {
  const { status, headers } = await platform.call('/v2/users/me', { headers: { traceparent, tracestate: ',;=' } });
  expect(status).toBe(200);
  const requestId = headers.get('x-request-id');
  const span = await collector.find(({ attributes }) => attributes['keyhaven.request_id'] === requestId);
  expect(span.traceId).toMatch(/^[\da-f]{32}$/);
  expect(span.traceId).not.toBe(CLIENT_TRACE);
  expect(span.traceState).toBeUndefined();
});

it('a request with an unsampled traceparent has no spans, but its log line contains the trace id', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  await platform.call('/v2/users/me', { headers: { traceparent: `00-${traceId}-${CLIENT_SPAN}-00` } });
  await until(() => logLines.some((line) => line.includes(traceId)));
  const { headers } = await platform.call('/v2/users/me');
  const requestId = headers.get('x-request-id');
  await collector.find(({ attributes }) => attributes['keyhaven.request_id'] === requestId);
  expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
});

it('each line of the log is JSON', () => {
  for (const line of logLines) expect(JSON.parse(line)).toMatchObject({ service: expect.any(String) });
});

it('requests are answered while the trace collector is unavailable, and the failed spans are counted', async () => {
  await collector.close();
  expect((await platform.call('/v2/users/me')).status).toBe(200);
  const metrics = createMetrics('gateway', true);
  await until(async () => {
    const text = await metrics.registry.getSingleMetricAsString('keyhaven_trace_spans_total');
    return /outcome="failed".*} [1-9]/.test(text) && /outcome="exported".*} [1-9]/.test(text);
  }, 60_000);
}, 90_000);
