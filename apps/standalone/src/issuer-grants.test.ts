import { dataServiceNames } from '@keyhaven/contracts/platform/services';
import { issuerGrants } from '@keyhaven/service/auth/issuer-grants';
import type { ServiceDefinition } from '@keyhaven/service/database-service';
import { definitions } from './services';

it.each(dataServiceNames)('%s may open the internal face of exactly the services that it calls', (name) => {
  const { peers = [] }: ServiceDefinition = definitions[name];
  const opened = dataServiceNames.filter((other) => issuerGrants(name, other).size > 0);
  expect(opened.sort()).toEqual([...peers].sort());
  for (const peer of peers) expect([...issuerGrants(name, peer)]).toEqual(['internal']);
});
