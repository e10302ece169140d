import { type TracingOptions, type TracingSettings, wantsTraces } from './settings';
import { useTracing } from './tracing';

export interface RunningTracing {
  /** Sends the remaining spans for at most `withinMs`, and switches tracing off. Never rejects. */
  stop(withinMs: number): Promise<void>;
}

/**
 * Switches tracing on for this process if the settings ask for it. Otherwise, loads no code of
 * OpenTelemetry. Call this before the services of the process start.
 */
export async function startTracing(
  settings: TracingSettings,
  options: TracingOptions,
): Promise<RunningTracing | undefined> {
  if (!wantsTraces(settings)) return undefined;
  const { OpenTelemetryTracing } = await import('./open-telemetry-tracing');
  const tracing = new OpenTelemetryTracing(settings, options);
  useTracing(tracing);
  return {
    stop: async (withinMs) => {
      useTracing(undefined);
      await tracing.stop(withinMs);
    },
  };
}
