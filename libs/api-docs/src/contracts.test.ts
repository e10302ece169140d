import { readdirSync } from 'node:fs';
import path from 'node:path';
import { internalContracts, operatorContracts, publicContracts } from './contracts';

const folder = path.resolve(__dirname, '../../contracts/src');
const described = [...publicContracts, ...operatorContracts, ...internalContracts].flatMap(({ routes }) =>
  Object.values(routes),
);

describe('the OpenAPI documents', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?!portal).*-contract\.ts$/.test(file),
  );

  it.each(files)('describe every route of contracts/src/%s', async (file) => {
    const exported = (await import(path.join(folder, file))) as Record<string, unknown>;
    const contracts = Object.entries(exported).filter(([name]) => name.endsWith('Contract'));
    const routes = contracts.flatMap(([, contract]) => (typeof contract === 'object' ? Object.values(contract!) : []));
    expect(
      routes.filter((route) => !described.some(({ path, method }) => path === route.path && method === route.method)),
    ).toEqual([]);
  });
});
