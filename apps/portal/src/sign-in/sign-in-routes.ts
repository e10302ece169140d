import type { PortalServices } from '../services/portal-services';
import { type FormRefusal, noRefusal, orRefused } from '../visit/form-refusal';
import { openForm, openPage, type PageRoute } from '../visit/page-route';
import { redirectTo, type Reply } from '../visit/reply';
import type { Visit } from '../visit/visit';
import { nextPage } from './next-page';
import { signInPage } from './sign-in-page';

const wrong: FormRefusal = {
  status: 401,
  fields: {},
  general: ['The e-mail address or the password is wrong.'],
};

export function signInRoutes(services: Pick<PortalServices, 'identity'>): PageRoute[] {
  return [
    openPage('/portal/sign-in', (visit) => {
      const next = nextPage(visit.query.get('next'));
      return visit.session ? redirectTo(next) : signInPage(visit, { next, emailAddress: '', refusal: noRefusal });
    }),
    openForm('/portal/sign-in', (visit) => signIn(services, visit)),
    openForm('/portal/sign-out', (visit) => signOut(services, visit)),
  ];
}

function signIn({ identity }: Pick<PortalServices, 'identity'>, visit: Visit): Promise<Reply> {
  const { form, address, requestId } = visit;
  const next = nextPage(form.text('next'));
  const emailAddress = form.text('email_address');
  const again = (refusal: FormRefusal) => signInPage(visit, { next, emailAddress, refusal });
  const body = { email_address: emailAddress, password: form.raw('password'), address };
  return orRefused(
    async () => {
      const answer = await identity.signIn({ body }, { requestId });
      return answer.active ? { kind: 'redirect', to: next, session: answer } : again(wrong);
    },
    again,
    ['email_address', 'password'],
  );
}

async function signOut({ identity }: Pick<PortalServices, 'identity'>, visit: Visit): Promise<Reply> {
  const { session, requestId } = visit;
  if (session) await identity.endSession({ body: { token: session.token } }, { requestId });
  const flash = { kind: 'ok', text: 'You are signed out.' } as const;
  return { kind: 'redirect', to: '/portal/sign-in', flash, session: 'ended' };
}
