import { type OtlpReceiver, startOtlpReceiver } from '@keyhaven/testing/otlp-receiver';
import { publishedEvent } from '@keyhaven/testing/published-event';
import { tracingSettings } from '@keyhaven/tracing/settings';
import { type RunningTracing, startTracing } from '@keyhaven/tracing/start-tracing';
import type { EventEntry } from '../outbox-entry';
import { traceSending } from './trace-sending';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const REQUEST = 'b7ad6b7169203331';
const stored = { traceparent: `00-${TRACE}-${REQUEST}-01`, tracestate: 'a=1' };

let collector: OtlpReceiver;
let tracing: RunningTracing | undefined;
beforeAll(async () => {
  collector = await startOtlpReceiver();
});
afterEach(async () => {
  await tracing?.stop(5000);
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
});
afterAll(() => collector.close());

function entryOf(trace?: EventEntry['trace']): EventEntry {
  const event = publishedEvent(1, { entity_type: 'booking', entity_id: 7 });
  return { id: event.event_id, kind: 'event', seq: 1, topic: 'keyhaven.booking', event, trace };
}

it('the span of an event continues the trace in the outbox entry, and is an error if the bus refuses the event', async () => {
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
  const settings = tracingSettings.parse({ ...process.env, OTEL_BSP_SCHEDULE_DELAY: '1' });
  tracing = await startTracing(settings, { service: 'booking', version: '0', onFailure: () => {} });
  const traced = entryOf(stored);
  const untraced = entryOf();
  const refused = entryOf(stored);
  const sending = traceSending('keyhaven.booking', [traced, untraced, refused], {})!;
  expect([...sending.traces.keys()]).toEqual([traced.id, refused.id]);
  sending.end(new Set([traced.id, untraced.id]));
  for (const [entry, statusCode] of [
    [traced, 0],
    [refused, 2],
  ] as const) {
    const span = await collector.find(({ attributes }) => attributes['messaging.message.id'] === entry.id);
    expect(span).toMatchObject({ traceId: TRACE, parentSpanId: REQUEST, statusCode, traceState: 'a=1' });
    const { traceparent, tracestate } = sending.traces.get(entry.id)!;
    expect({ traceparent, tracestate }).toEqual({ traceparent: `00-${TRACE}-${span.spanId}-01`, tracestate: 'a=1' });
  }
});

it('traceSending returns no traces while tracing is off, even for an outbox entry with a trace', () => {
  expect(traceSending('keyhaven.booking', [entryOf(stored)], {})).toBeUndefined();
});
