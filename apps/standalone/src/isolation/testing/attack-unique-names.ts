import { type Outcome } from './attack-apps';
import { idOf } from './account';
import { type Answer, textOf } from './http-client';
import type { TwoAccounts } from './two-accounts';

/**
 * Lets the operator create an app with the victim's client id, and a person with the victim's
 * e-mail address, in the attacker's account. Both are unique on the platform, so the requests must
 * be refused. The refusals must show nothing else of the victim.
 */
export async function attackUniqueNames({ platform, victim, attacker, detector }: TwoAccounts) {
  const post = (target: string, body: object) =>
    platform.operate('identity', { method: 'POST', target: `/accounts/${attacker.userId}${target}`, body });
  const app = { name: 'App', redirect_uris: ['https://app.example/'] };
  const tries: readonly (readonly [string, string, Answer])[] = [
    ['the client id', idOf(victim, 'client_id'), await post('/apps', { ...app, client_id: idOf(victim, 'client_id') })],
    ['the e-mail address', victim.emailAddress, await post('/users', { email_address: victim.emailAddress })],
  ];
  const outcomes = tries.map(([what, , { status }]): Outcome => [what, 409, status]);
  const leaks = tries.flatMap(([, known, answer]) => detector.leaksIn(textOf(answer), known));
  return { outcomes, leaks };
}
