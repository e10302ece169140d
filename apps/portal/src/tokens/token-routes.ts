import type { PortalServices } from '../services/portal-services';
import { type FormRefusal, noRefusal, orRefused, refuse } from '../visit/form-refusal';
import { form, page, type PageRoute } from '../visit/page-route';
import { redirectTo, type Reply, showOnce } from '../visit/reply';
import { queryNumber } from '../visit/query-number';
import type { SignedInVisit } from '../visit/visit';
import { expiryOf, type TokenForm, tokenForms } from './domain/token-form';
import { tokenMadePage, tokensPage } from './token-pages';

type Services = Pick<PortalServices, 'identity'>;

const TOKENS = '/portal/tokens';
const MADE = `${TOKENS}/made`;
const wasShown = {
  kind: 'info',
  text: 'A new token is shown once. Revoke it and make another if you lost it.',
} as const;

/** The routes of the page for personal access tokens. */
export function tokenRoutes(services: Services): PageRoute[] {
  return [
    page(TOKENS, (visit) => listTokens(services, visit, noRefusal)),
    page(MADE, (visit) => {
      const { secret } = visit;
      return secret?.kind === 'token' ? tokenMadePage(visit, secret) : redirectTo(TOKENS, wasShown);
    }),
    form(TOKENS, (visit) => createToken(services, visit)),
    form('/portal/tokens/:id/revoke', (visit) => revokeToken(services, visit)),
  ];
}

async function listTokens(
  { identity }: Services,
  visit: SignedInVisit,
  refusal: FormRefusal,
  entered: TokenForm = tokenForms.empty,
): Promise<Reply> {
  const { query, session, requestId } = visit;
  const before = queryNumber(query, 'before') ?? null;
  const body = { ...session.onBehalf, before_id: before };
  const { items, next_before_id: next } = await identity.listPersonalTokens({ body }, { requestId });
  return tokensPage(visit, { tokens: items, next, isFirst: before === null, refusal, entered });
}

async function createToken(services: Services, visit: SignedInVisit): Promise<Reply> {
  const { session, requestId, now } = visit;
  const entered = tokenForms.read(visit.form);
  const expires = expiryOf(entered.expiry, now);
  if (expires === undefined) {
    return listTokens(services, visit, refuse({ expiry: 'Choose one of the times in the list.' }), entered);
  }
  const body = { ...session.onBehalf, name: entered.name, scope: entered.scope, expires_utc: expires };
  return orRefused(
    async () => {
      const { token } = await services.identity.createPersonalToken({ body }, { requestId });
      return showOnce(MADE, { kind: 'token', name: entered.name, token });
    },
    (refusal) => listTokens(services, visit, refusal, entered),
    ['name', 'scope'],
  );
}

async function revokeToken(services: Services, visit: SignedInVisit): Promise<Reply> {
  const { params, session, requestId } = visit;
  const request = { params: { id: params.id! }, body: session.onBehalf };
  return orRefused(
    async () => {
      await services.identity.revokePersonalToken(request, { requestId });
      return redirectTo(TOKENS, { kind: 'ok', text: 'The token is revoked. It stops within five seconds.' });
    },
    (refusal) => listTokens(services, visit, refusal),
  );
}
