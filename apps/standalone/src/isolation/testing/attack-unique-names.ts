import { type Outcome } from './attack-apps';
import { idOf } from './account';
import { type Answer, textOf } from './http-client';
import type { TwoAccounts } from './two-accounts';

/**
 * Lets the operator create records in the attacker's account with unique values of the victim: client ids of apps and
 * e-mail addresses. The requests must be refused, and the refusals must show nothing else of the victim.
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
