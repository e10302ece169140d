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
  it('says that the process lives, and that it is not ready before it has started', async () => {
    expect((await read('/livez')).status).toBe(200);
    expect(await readyz()).toMatchObject({ status: 503, body: { faults: ['the process is starting'] } });
    operations.show([aPart('things')]);
    expect(await readyz()).toEqual({ status: 200, body: { status: 'ready', faults: [], warnings: [] } });
  });

  it('answers 503 with the faults of the parts, by name if the process has several', async () => {
    operations.show([aPart('things'), aPart('others', { faults: ['the database does not answer'] })]);
    expect(await readyz()).toEqual({
      status: 503,
      body: { status: 'unready', faults: ['others: the database does not answer'], warnings: [] },
    });
  });

  it('stays ready with warnings, because they do not keep the service from answering', async () => {
    operations.show([aPart('things', { warnings: ['the broker does not answer'] })]);
    expect(await readyz()).toEqual({
      status: 200,
      body: { status: 'degraded', faults: [], warnings: ['the broker does not answer'] },
    });
  });

  it('reports a failed check as a fault', async () => {
    operations.show([{ ...aPart('things'), readiness: () => Promise.reject(new Error('no answer')) }]);
    expect(await readyz()).toMatchObject({ status: 503, body: { faults: ['Error: no answer'] } });
  });

  it('writes the TYPE line of a metric once when several parts export it, with the samples of each part', async () => {
    operations.show([aPart('things'), aPart('others')]);
    const { text } = await read('/metrics');
    expect(text.match(/^# TYPE things_total counter$/gm)).toHaveLength(1);
    expect(text).toContain('things_total{service="things"} 2');
    expect(text).toContain('things_total{service="others"} 2');
  });
});

describe('the address of the operations port', () => {
  const settings = { OPERATIONS_HOST: '127.0.0.1' };

  it('has port PORT + 1000 unless it is set, so that services on one machine do not share it', () => {
    expect(operationsAddress({ ...settings, PORT: 8082 })).toEqual({ host: '127.0.0.1', port: 9082 });
    expect(operationsAddress({ ...settings, PORT: 8082, OPERATIONS_PORT: 7000 }).port).toBe(7000);
    expect(operationsAddress({ ...settings, PORT: 0 }).port).toBe(0);
  });

  it('must be set if PORT + 1000 is not a valid port', () => {
    expect(() => operationsAddress({ ...settings, PORT: 65_000 })).toThrow('OPERATIONS_PORT');
  });

  it('that is in use fails with a message that names it', async () => {
    await expect(serveOperations({ host: '127.0.0.1', port: operations.port })).rejects.toThrow(
      `port ${operations.port} is taken; set OPERATIONS_PORT to another one`,
    );
  });
});
