import { randomUUID } from 'node:crypto';
import { operatorLink } from '@keyhaven/contracts/identity/link-routes';
import { identityOperatorContract } from '@keyhaven/contracts/identity/operator-contract';
import { type DemoTarget, urlOf } from '../loading/load-run';
import { openPoster } from '../loading/post-record';

/** Creates a one-time link with which a person sets a password. @returns its URL. */
export async function makeLink(
  target: Pick<DemoTarget, 'urls' | 'serviceToken'>,
  user_id: number,
  id: number,
): Promise<string> {
  const poster = openPoster(urlOf(target, 'identity'), 1);
  try {
    const route = identityOperatorContract.createLink;
    const creation = {
      name: 'link',
      key: randomUUID(),
      route,
      params: { user_id, id },
      body: {},
      answer: operatorLink,
    };
    const { url } = await poster.post(creation, await target.serviceToken('identity'));
    return url;
  } finally {
    await poster.close();
  }
}
