import { dataServiceNames } from '@keyhaven/contracts/platform/services';
import { issuerGrants } from '@keyhaven/service/auth/issuer-grants';
import type { ServiceDefinition } from '@keyhaven/service/service-definition';
import { definitions } from './services';

it.each(dataServiceNames)(
  'the service %s may call the internal routes of exactly the services that it lists as peers',
  (name) => {
    const { peers = [] }: ServiceDefinition = definitions[name];
    const opened = dataServiceNames.filter((other) => issuerGrants(name, other).size > 0);
    expect(opened.sort()).toEqual([...peers].sort());
    for (const peer of peers) expect([...issuerGrants(name, peer)]).toEqual(['internal']);
  },
);
