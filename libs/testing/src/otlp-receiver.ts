import { text } from 'node:stream/consumers';
import { startLoopbackServer } from './loopback-server';
import { until } from './until';

/** A span as a collector receives it. */
export interface ReceivedSpan {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  /** The kind of the span: 1 is internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  attributes: Record<string, unknown>;
  /** The status of the span: 2 means that it failed. */
  statusCode: number | undefined;
  traceState: string | undefined;
}

/** A collector for OpenTelemetry's protocol over HTTP with JSON. */
export interface OtlpReceiver {
  url: string;
  spans: ReceivedSpan[];
  /** The bodies of the received requests. */
  bodies: string[];
  /** Waits for a span that matches. */
  find(matches: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>;
  close(): Promise<void>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: (Omit<ReceivedSpan, 'attributes'> & { attributes: Attribute[]; status: { code?: number } })[];
    }[];
  }[];
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const server = await startLoopbackServer((request, response) => {
    void text(request).then((body) => {
      receiver.bodies.push(body);
      receiver.spans.push(...spansOf(JSON.parse(body) as ExportRequest));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  const receiver: OtlpReceiver = {
    url: server.url,
    spans: [],
    bodies: [],
    find: (matches) => until(() => receiver.spans.find(matches)),
    close: () => server.close(),
  };
  return receiver;
}

function spansOf({ resourceSpans }: ExportRequest): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, kind, attributes, status, traceState }) => ({
        service,
        traceId,
        spanId,
        parentSpanId: parentSpanId || undefined,
        name,
        kind,
        attributes: valuesOf(attributes),
        statusCode: status.code,
        traceState,
      })),
    );
  });
}

/**
 * Returns the values of attributes, by key. The field that contains a value is named after the type
 * of the value, such as `intValue`. Integers may be numbers or strings.
 */
function valuesOf(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => {
      const [type, content] = Object.entries(value)[0] ?? [];
      return [key, type === 'intValue' ? Number(content) : content];
    }),
  );
}
