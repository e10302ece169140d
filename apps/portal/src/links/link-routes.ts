import type { PortalServices } from '../services/portal-services';
import { noRefusal, orRefused, refuse } from '../visit/form-refusal';
import { openForm, openPage, type PageRoute } from '../visit/page-route';
import { redirectTo, type Reply } from '../visit/reply';
import type { Visit } from '../visit/visit';
import { forgottenPasswordPage, linkPage } from './link-pages';

type Services = Pick<PortalServices, 'identity'>;

/** The routes of the pages on which people set a password with a one-time link, or request such a link by e-mail. */
export function linkRoutes(services: Services): PageRoute[] {
  return [
    openPage('/portal/links/:token', async (visit) => {
      const link = await lookAt(services, visit);
      return linkPage(visit, { link, refusal: noRefusal });
    }),
    openForm('/portal/links/:token', (visit) => redeem(services, visit)),
    openPage('/portal/forgotten-password', (visit) => forgottenPasswordPage(visit, { refusal: noRefusal })),
    openForm('/portal/forgotten-password', (visit) => requestLink(services, visit)),
  ];
}

function lookAt({ identity }: Services, { params, address, requestId }: Visit) {
  return identity.lookAtLink({ body: { token: params.token!, address } }, { requestId });
}

async function redeem(services: Services, visit: Visit): Promise<Reply> {
  const { form, params, address, requestId } = visit;
  const link = await lookAt(services, visit);
  const password = form.raw('password');
  if (password !== form.raw('repeated')) {
    return linkPage(visit, { link, refusal: refuse({ repeated: 'The two passwords differ.' }) });
  }
  const body = { token: params.token!, password, address };
  return orRefused(
    async () => {
      const session = await services.identity.redeemLink({ body }, { requestId });
      const flash = { kind: 'ok', text: 'Your password is set.' } as const;
      if (!session.active) return redirectTo('/portal/sign-in', flash);
      return { kind: 'redirect', to: '/portal', flash, session };
    },
    (refusal) => linkPage(visit, { link, refusal }),
    ['password'],
  );
}

function requestLink({ identity }: Services, visit: Visit): Promise<Reply> {
  const emailAddress = visit.form.text('email_address');
  const body = { email_address: emailAddress, address: visit.address };
  return orRefused(
    async () => {
      const { is_mailed: isMailed } = await identity.requestPasswordReset({ body }, { requestId: visit.requestId });
      return forgottenPasswordPage(visit, { emailAddress, refusal: noRefusal, isMailed });
    },
    (refusal) => forgottenPasswordPage(visit, { emailAddress, refusal }),
    ['email_address'],
  );
}
