import { z } from 'zod';

/** In the OpenTelemetry specification, an empty variable has the same meaning as an unset one. */
const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

const endpoint = z
  .url({ protocol: /^https?$/, error: 'expected an address that begins with http:// or https://' })
  .optional();

/**
 * The tracing settings. Their names and meanings are those of the OpenTelemetry specification. The
 * exporter reads other settings itself, such as OTEL_EXPORTER_OTLP_HEADERS.
 */
export const tracingSettings = z.object({
  OTEL_SDK_DISABLED: unlessEmpty(z.string().toLowerCase().default('false')),
  OTEL_TRACES_EXPORTER: unlessEmpty(z.enum(['otlp', 'none']).default('otlp')),
  /**
   * The URL of a collector. Tracing is off if neither this setting nor
   * OTEL_EXPORTER_OTLP_TRACES_ENDPOINT is set.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: unlessEmpty(endpoint),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: unlessEmpty(endpoint),
  /**
   * Only JSON is sent. Receivers of protobuf over HTTP accept JSON at the same URL, but receivers
   * of gRPC do not.
   */
  OTEL_EXPORTER_OTLP_PROTOCOL: unlessEmpty(z.enum(['http/json', 'http/protobuf']).optional()),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: unlessEmpty(z.enum(['http/json', 'http/protobuf']).optional()),
  OTEL_TRACES_SAMPLER: unlessEmpty(
    z
      .enum([
        'always_on',
        'always_off',
        'traceidratio',
        'parentbased_always_on',
        'parentbased_always_off',
        'parentbased_traceidratio',
      ])
      .default('parentbased_always_on'),
  ),
  /** The share of all traces that a ratio sampler records, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: unlessEmpty(z.coerce.number().min(0).max(1).default(1)),
  OTEL_SERVICE_NAME: unlessEmpty(z.string().optional()),
  OTEL_RESOURCE_ATTRIBUTES: unlessEmpty(z.string().optional()),
  /** The maximum number of ended spans that wait to be sent. Further spans are dropped. */
  OTEL_BSP_MAX_QUEUE_SIZE: unlessEmpty(z.coerce.number().int().min(1).max(1_000_000).default(2048)),
  /** How long ended spans wait, so that several can be sent in one batch, in milliseconds. */
  OTEL_BSP_SCHEDULE_DELAY: unlessEmpty(z.coerce.number().int().min(1).max(600_000).default(5000)),
});
export type TracingSettings = z.output<typeof tracingSettings>;

/** The values that the process provides in addition to the settings. */
export interface TracingOptions {
  /** The name of the process, used if OTEL_SERVICE_NAME is not set. */
  service: string;
  version: string;
  /** Called with the error when spans could not be exported. */
  onFailure: (error: unknown) => void;
}

/** Whether the settings switch tracing on. */
export function wantsTraces(settings: TracingSettings): boolean {
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER } = settings;
  if (OTEL_SDK_DISABLED === 'true' || OTEL_TRACES_EXPORTER === 'none') return false;
  const endpoint = settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  return endpoint !== undefined;
}
