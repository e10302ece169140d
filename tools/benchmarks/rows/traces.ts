import path from 'node:path';
import type { Bench } from '../harness/bench';
import type { HttpClient } from '../harness/http-client';
import { measureRatio } from '../harness/rounds';
import type { Row } from '../harness/row';
import { demo, Standalone } from '../servers/standalone';
import { startReceiver } from '../servers/webhook-service';

const CLIENTS = 16;
const RECORDED = 0.1;

/** A platform that records a part of all traces, with a collector that discards the traces. */
async function traced(bench: Bench): Promise<{ standalone: Standalone; stop(): Promise<void> }> {
  const standalone = new Standalone(path.join(bench.folder, 'traced'), {
    OTEL_EXPORTER_OTLP_ENDPOINT: await startReceiver(bench),
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: String(RECORDED),
  });
  await standalone.start();
  return { standalone, stop: () => standalone.stop() };
}

/** Compares the rate of the work on a platform that records traces with the rate on a platform that does not. */
function comparison(name: string, title: string, work: (api: HttpClient) => Promise<unknown>): Row {
  return {
    name,
    title: `${title}, recording ${RECORDED * 100} % of traces ÷ without traces`,
    unit: 'ratio',
    goal: { atLeast: 0.9 },
    isLong: true,
    run: async (bench) => {
      const without = (await bench.share(demo)).standalone.api;
      const { api } = (await bench.share(traced)).standalone;
      const side = (client: HttpClient) => ({ clients: CLIENTS, work: () => work(client) });
      return measureRatio(bench, side(api), side(without));
    },
  };
}

const guest = JSON.stringify({ first_name: 'Ada', last_name: 'Rossi' });

export const traceRows: Row[] = [
  comparison('traces-read', '`GET v2/users/me`', (api) => api.run('GET', '/v2/users/me')),
  comparison('traces-write', '`POST v2/guests`', (api) => api.run('POST', '/v2/guests', guest)),
];
