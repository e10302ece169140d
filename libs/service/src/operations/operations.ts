import { OPERATIONS_PORT_OFFSET } from '@keyhaven/contracts/platform/services';
import { VERSION } from '@keyhaven/contracts/platform/version';
import express, { type Express } from 'express';
import { Registry } from 'prom-client';
import { type RunningServer, serve } from '../http/serve';
import { createGauge, createStartTime } from '../observability/create-metric';
import { boundedProbe } from './bounded-probe';
import { exposeMetrics } from './expose-metrics';
import { measuredGauge } from './measured-gauge';
import type { OperatedPart, ReadinessReport } from './operated-part';

/**
 * The maximum time for all readiness checks, and for collecting all metrics, in milliseconds. Each
 * single check has a shorter limit.
 */
const READINESS_MS = 5000;
const METRICS_MS = 10_000;

/** The address at which a process serves its health and metrics. */
export interface OperationsAddress {
  host: string;
  /** With 0, the operating system selects a free port. */
  port: number;
}

export interface Operations extends RunningServer {
  /**
   * Sets the parts of the process after they have started. Until then, /readyz reports that the
   * process is not ready.
   */
  show(parts: readonly OperatedPart[]): void;
}

/**
 * Serves `/livez`, `/readyz` and `/metrics` of a process on a separate port. So API clients cannot
 * read them, and cannot be slowed down by them. They require no credentials: everybody who can
 * reach the port can read them.
 */
export async function serveOperations({ host, port }: OperationsAddress): Promise<Operations> {
  let shown: readonly OperatedPart[] | undefined;
  let registries: readonly Registry[] = [startTimeRegistry()];
  const server = await serve(
    operationsApp(
      () => shown,
      () => registries,
    ),
    host,
    port,
    'OPERATIONS_PORT',
  );
  const show = (parts: readonly OperatedPart[]) => {
    shown = parts;
    registries = parts.flatMap((part) => [readinessRegistry(part), part.registry]);
  };
  return { ...server, show };
}

/**
 * Returns the address of a process's operations port. By default, the port is derived from PORT, so
 * that several processes can run on one machine.
 */
export function operationsAddress(settings: {
  PORT: number;
  OPERATIONS_HOST: string;
  OPERATIONS_PORT?: number;
}): OperationsAddress {
  const { PORT, OPERATIONS_HOST: host, OPERATIONS_PORT } = settings;
  const port = OPERATIONS_PORT ?? (PORT === 0 ? 0 : PORT + OPERATIONS_PORT_OFFSET);
  if (port > 65535)
    throw new Error(`OPERATIONS_PORT: is not set, and PORT ${PORT} + ${OPERATIONS_PORT_OFFSET} is not a port; set it`);
  return { host, port };
}

/** A metric with the version of the process, which shows operators what runs where. */
function buildInfoRegistry(): Registry {
  const registry = new Registry();
  createGauge(registry, 'keyhaven_build_info').set({ version: VERSION, node: process.version }, 1);
  return registry;
}

/**
 * The start time of a process that has not started its parts. It shows operators a process that fails during its start
 * again and again. After the start, one of the parts provides this metric instead.
 */
function startTimeRegistry(): Registry {
  const registry = new Registry();
  createStartTime(registry);
  return registry;
}

/**
 * A metric with the readiness of a part, so that alerts need only metrics and no calls of /readyz.
 */
function readinessRegistry(part: OperatedPart): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service: part.name });
  const isReady = boundedProbe(() => part.readiness(), READINESS_MS, 'the readiness check');
  measuredGauge(registry, 'keyhaven_ready', async () => {
    const value = await isReady().then(
      ({ faults }) => (faults.length === 0 ? 1 : 0),
      () => 0,
    );
    return [{ labels: {}, value }];
  });
  return registry;
}

function operationsApp(
  parts: () => readonly OperatedPart[] | undefined,
  registries: () => readonly Registry[],
): Express {
  const buildInfo = buildInfoRegistry();
  const readiness = boundedProbe(() => readinessOf(parts()), READINESS_MS, 'the readiness check');
  const metrics = boundedProbe(() => exposeMetrics([buildInfo, ...registries()]), METRICS_MS, 'collecting metrics');
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.get('/livez', (_request, response) => void response.json({ status: 'alive' }));
  app.get('/readyz', async (_request, response) => {
    const { faults, warnings } = await readiness().catch((error: unknown) => ({
      faults: [String(error)],
      warnings: [],
    }));
    const status = faults.length > 0 ? 'unready' : warnings.length > 0 ? 'degraded' : 'ready';
    response.status(faults.length > 0 ? 503 : 200).json({ status, faults, warnings });
  });
  app.get('/metrics', async (_request, response) => {
    response.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await metrics());
  });
  return app;
}

/**
 * Collects the reports of all parts. If there are several parts, each fault and warning begins with
 * the name of its part.
 */
async function readinessOf(parts: readonly OperatedPart[] | undefined): Promise<ReadinessReport> {
  if (!parts) return { faults: ['the process is starting'], warnings: [] };
  const reports = await Promise.all(
    parts.map(async (part) => {
      const { faults, warnings } = await part.readiness().catch((error: unknown) => ({
        faults: [String(error)],
        warnings: [],
      }));
      const named = (words: string[]) => (parts.length > 1 ? words.map((word) => `${part.name}: ${word}`) : words);
      return { faults: named(faults), warnings: named(warnings) };
    }),
  );
  return {
    faults: reports.flatMap(({ faults }) => faults),
    warnings: reports.flatMap(({ warnings }) => warnings),
  };
}
