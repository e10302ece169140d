/** The W3C trace context of a span, as headers of HTTP requests and messages. */
export interface TraceHeaders {
  traceparent: string;
  tracestate?: string;
}

export type SpanAttributes = Record<string, string | number | boolean | undefined>;

/** The properties of a span that are known when it starts. */
export interface SpanDescription {
  /** The name of the span. Choose a name with few possible values: the route, not the URL. */
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  attributes?: SpanAttributes;
  /** The span that caused this one. By default the current span of the caller. */
  parent?: TraceHeaders;
}

/** The ids of a span, for log lines. */
export interface SpanIds {
  trace_id: string;
  span_id: string;
}

export interface StartedSpan {
  readonly ids: SpanIds;
  /** The trace context to send in the headers of requests and messages that this span causes. */
  readonly headers: TraceHeaders;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /**
   * Marks the span as failed.
   * @param type the type of the error. It must have few possible values and contain no personal
   *   data.
   */
  fail(type: string): void;
  /** Ends the span. Code that continues to run within the ended span has no current span. */
  end(): void;
  /** Runs work with this span as the current span. */
  run<Result>(work: () => Result): Result;
}

/**
 * Records spans. All code uses this interface, so that OpenTelemetry is loaded only when tracing is
 * on.
 */
export interface Tracing {
  /** Starts a span. A span without a parent starts a new trace. */
  start(description: SpanDescription): StartedSpan;
  /**
   * Runs work in a new child span. Without a parent span, nothing is recorded, because work that no
   * request caused gets no spans.
   */
  during<Result>(description: SpanDescription, work: (span?: StartedSpan) => Promise<Result>): Promise<Result>;
  /** Runs work without a current span, even if a request starts the work. */
  outside<Result>(work: () => Result): Result;
  /** The trace context of the current span. */
  headers(): TraceHeaders | undefined;
  /**
   * The trace context of the current span, to be stored with the work that the span causes.
   * Undefined if the trace is not recorded, so that nothing is stored.
   */
  storedHeaders(): TraceHeaders | undefined;
  ids(): SpanIds | undefined;
  /**
   * How many spans were exported, how many could not be exported, and how many were dropped because
   * the queue was full.
   */
  readonly counts: { exported: number; failed: number; dropped: number };
}

/** The tracer of this process. Undefined while tracing is off. */
export let tracing: Tracing | undefined;

/** Switches tracing on or off. Switch it on before the services of the process start. */
export function useTracing(used: Tracing | undefined): void {
  tracing = used;
}

/** Version, trace id, span id and flags. In versions after 00, which has 55 characters, more parts may follow. */
const TRACEPARENT =
  /^(?!ff|00.{54})[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(-[\x21-\x7e]{0,64})?$/;
/**
 * The maximum length of a `tracestate`, in characters. The W3C specification requires at least 512.
 */
const MAX_STATE = 512;

/**
 * Reads the trace context from the headers of a request or message. Values that are malformed or
 * too long are ignored.
 */
export function readTraceHeaders(headers: Record<string, unknown>): TraceHeaders | undefined {
  const traceparent = textOf(headers.traceparent);
  if (traceparent === undefined || !TRACEPARENT.test(traceparent)) return undefined;
  const tracestate = textOf(headers.tracestate);
  const isState = tracestate !== undefined && tracestate.length <= MAX_STATE && /^[\x20-\x7e\t]+$/.test(tracestate);
  return isState ? { traceparent, tracestate } : { traceparent };
}

/** Converts a header to text. The headers of Kafka messages are bytes. */
function textOf(value: unknown): string | undefined {
  if (Buffer.isBuffer(value)) return value.toString('latin1');
  return typeof value === 'string' ? value : undefined;
}
