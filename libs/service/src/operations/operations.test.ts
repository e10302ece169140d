import { VERSION } from '@keyhaven/contracts/platform/version';
import { Counter, Registry } from 'prom-client';
import type { OperatedPart, ReadinessReport } from './operated-part';
import { type Operations, operationsAddress, serveOperations } from './operations';

let operations: Operations;
beforeEach(async () => (operations = await serveOperations({ host: '127.0.0.1', port: 0 })));
afterEach(() => operations.close(0));

const read = async (path: string) => {
  const response = await fetch(operations.url + path);
  return { status: response.status, text: await response.text() };
};
const readyz = async () => {
  const { status, text } = await read('/readyz');
  return { status, body: JSON.parse(text) as unknown };
};

function aPart(name: string, report: Partial<ReadinessReport> = {}): OperatedPart {
  const registry = new Registry();
  registry.setDefaultLabels({ service: name });
  new Counter({ name: 'things_total', help: 'Things', registers: [registry] }).inc(2);
  return { name, registry, readiness: () => Promise.resolve({ faults: [], warnings: [], ...report }) };
}

describe('the operations port', () => {
  it('answers /livez even while the process is starting, and /readyz only after it has started', async () => {
    expect((await read('/livez')).status).toBe(200);
    expect(await readyz()).toMatchObject({ status: 503, body: { faults: ['the process is starting'] } });
    operations.show([aPart('things')]);
    expect(await readyz()).toEqual({ status: 200, body: { status: 'ready', faults: [], warnings: [] } });
  });

  it('answers /readyz with 503 and the faults, with the name of the service if the process runs several services', async () => {
    operations.show([aPart('things'), aPart('others', { faults: ['the database does not answer'] })]);
    expect(await readyz()).toEqual({
      status: 503,
      body: { status: 'unready', faults: ['others: the database does not answer'], warnings: [] },
    });
  });

  it('answers /readyz with 200 if there are only warnings', async () => {
    operations.show([aPart('things', { warnings: ['the broker does not answer'] })]);
    expect(await readyz()).toEqual({
      status: 200,
      body: { status: 'degraded', faults: [], warnings: ['the broker does not answer'] },
    });
  });

  it('reports a fault if a readiness check throws', async () => {
    operations.show([{ ...aPart('things'), readiness: () => Promise.reject(new Error('no answer')) }]);
    expect(await readyz()).toMatchObject({ status: 503, body: { faults: ['Error: no answer'] } });
  });

  it('shows the version of the platform in /metrics, even while the process is starting', async () => {
    const { text } = await read('/metrics');
    expect(text).toContain(`keyhaven_build_info{version="${VERSION}",node="${process.version}"} 1`);
  });

  it('shows the start time of the process in /metrics while it is starting, so that an alert finds repeated restarts', async () => {
    const startTime = async () => /^process_start_time_seconds (\d+)$/m.exec((await read('/metrics')).text)?.[1];
    expect(Math.abs(Number(await startTime()) - (Date.now() / 1000 - process.uptime()))).toBeLessThan(2);
    // After the start, the metric comes from one of the parts. This part does not provide it.
    operations.show([aPart('things')]);
    expect(await startTime()).toBeUndefined();
  });

  it('writes the description of a metric only once if several services have the metric', async () => {
    operations.show([aPart('things'), aPart('others')]);
    const { text } = await read('/metrics');
    expect(text.match(/^# TYPE things_total counter$/gm)).toHaveLength(1);
    expect(text).toContain('things_total{service="things"} 2');
    expect(text).toContain('things_total{service="others"} 2');
  });
});

describe('the address of the operations port', () => {
  const settings = { OPERATIONS_HOST: '127.0.0.1' };

  it('defaults to PORT + 1000, so that services on one machine do not share it', () => {
    expect(operationsAddress({ ...settings, PORT: 8082 })).toEqual({ host: '127.0.0.1', port: 9082 });
    expect(operationsAddress({ ...settings, PORT: 8082, OPERATIONS_PORT: 7000 }).port).toBe(7000);
    expect(operationsAddress({ ...settings, PORT: 0 }).port).toBe(0);
  });

  it('must be set with OPERATIONS_PORT if PORT + 1000 is not a valid port', () => {
    expect(() => operationsAddress({ ...settings, PORT: 65_000 })).toThrow('OPERATIONS_PORT');
  });

  it('has its port named in the error if the port is already in use', async () => {
    await expect(serveOperations({ host: '127.0.0.1', port: operations.port })).rejects.toThrow(
      `port ${operations.port} is taken; set OPERATIONS_PORT to another one`,
    );
  });
});
