import type { PortalServices } from '../services/portal-services';
import { noRefusal, orRefused, refuse } from '../visit/form-refusal';
import { form, page, type PageRoute } from '../visit/page-route';
import { redirectTo, type Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { profilePage } from './profile-page';

type Services = Pick<PortalServices, 'identity'>;

const PROFILE = '/portal/profile';
const nothingWrong = { ofName: noRefusal, ofPassword: noRefusal };

/** The routes of the page on which people change their own name, password and sessions. */
export function profileRoutes(services: Services): PageRoute[] {
  return [
    page(PROFILE, (visit) => profilePage(visit, nothingWrong)),
    form('/portal/profile/name', (visit) => changeName(services, visit)),
    form('/portal/profile/password', (visit) => changePassword(services, visit)),
    form('/portal/profile/sessions', async ({ session, requestId }) => {
      await services.identity.endAllSessions({ body: session.onBehalf }, { requestId });
      const flash = { kind: 'ok', text: 'You are signed out everywhere.' } as const;
      return { kind: 'redirect', to: '/portal/sign-in', flash, session: 'ended' };
    }),
  ];
}

function changeName({ identity }: Services, visit: SignedInVisit): Promise<Reply> {
  const { form: sent, session, requestId } = visit;
  const names = { first_name: sent.text('first_name'), last_name: sent.text('last_name') };
  const refused = { ...visit, session: { ...session, person: { ...session.person, ...names } } };
  return orRefused(
    async () => {
      await identity.changeOwnName({ body: { ...session.onBehalf, ...names } }, { requestId });
      return redirectTo(PROFILE, { kind: 'ok', text: 'Your name is saved.' });
    },
    (refusal) => profilePage(refused, { ...nothingWrong, ofName: refusal }),
    Object.keys(names),
  );
}

async function changePassword({ identity }: Services, visit: SignedInVisit): Promise<Reply> {
  const { form: sent, session, requestId, address } = visit;
  const newPassword = sent.raw('password');
  if (newPassword !== sent.raw('repeated')) {
    return profilePage(visit, { ...nothingWrong, ofPassword: refuse({ repeated: 'The two passwords differ.' }) });
  }
  const passwords = { current_password: sent.raw('current_password'), new_password: newPassword };
  const body = { ...session.onBehalf, ...passwords, token: session.token, address };
  return orRefused(
    async () => {
      await identity.changeOwnPassword({ body }, { requestId });
      return redirectTo(PROFILE, { kind: 'ok', text: 'Your password is changed. Your other sessions are signed out.' });
    },
    (refusal) => {
      const { new_password: password, ...others } = refusal.fields;
      const fields = password === undefined ? others : { ...others, password };
      return profilePage(visit, { ...nothingWrong, ofPassword: { ...refusal, fields } });
    },
    ['current_password', 'new_password'],
  );
}
