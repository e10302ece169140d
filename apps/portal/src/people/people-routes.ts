import type { LinkAnswer } from '@keyhaven/contracts/identity/people-routes';
import { nameOf } from '../layout/names';
import type { PortalServices } from '../services/portal-services';
import { type FormRefusal, noRefusal, orRefused } from '../visit/form-refusal';
import { ownersForm, ownersPage, type PageRoute } from '../visit/page-route';
import { redirectTo, type Reply, showOnce } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { linkMadePage, noInvitation, peoplePage } from './people-pages';

type Services = Pick<PortalServices, 'identity'>;

const PEOPLE = '/portal/people';
const LINK = `${PEOPLE}/new-link`;
const wasShown = { kind: 'info', text: 'A new link is shown once. Create another one if you lost it.' } as const;

/** The routes of the page for the people of an account. */
export function peopleRoutes(services: Services): PageRoute[] {
  const { identity } = services;
  const acting = ({ params, session, requestId }: SignedInVisit) =>
    [{ params: { id: params.id! }, body: session.onBehalf }, { requestId }] as const;
  return [
    ownersPage(PEOPLE, (visit) => listPeople(services, visit, noRefusal)),
    ownersPage(LINK, (visit) => {
      const { secret } = visit;
      return secret?.kind === 'link' ? linkMadePage(visit, secret) : redirectTo(PEOPLE, wasShown);
    }),
    ownersForm(PEOPLE, (visit) => invite(services, visit)),
    ownersForm('/portal/people/:id/link', (visit) =>
      orList(services, visit, async () => showLink(await identity.createPersonLink(...acting(visit)))),
    ),
    ownersForm('/portal/people/:id/role', (visit) =>
      orList(services, visit, async () => {
        const [{ params, body }, options] = acting(visit);
        const role = visit.form.text('role') === 'owner' ? 'owner' : 'member';
        const { email_address } = await identity.changeRole({ params, body: { ...body, role } }, options);
        return redirectTo(PEOPLE, {
          kind: 'ok',
          text: `${email_address} is ${role === 'owner' ? 'an owner' : 'a member'} now.`,
        });
      }),
    ),
    ownersForm('/portal/people/:id/remove', (visit) =>
      orList(services, visit, async () => {
        await identity.removePerson(...acting(visit));
        return redirectTo(PEOPLE, { kind: 'ok', text: 'The person is removed, with all sessions and tokens.' });
      }),
    ),
  ];
}

async function listPeople(
  { identity }: Services,
  visit: SignedInVisit,
  refusal: FormRefusal,
  invitation = noInvitation,
): Promise<Reply> {
  const { items } = await identity.listPeople({ body: visit.session.onBehalf }, { requestId: visit.requestId });
  return peoplePage(visit, { people: items, refusal, invitation });
}

async function invite(services: Services, visit: SignedInVisit): Promise<Reply> {
  const { form, session, requestId } = visit;
  const invitation = {
    email_address: form.text('email_address'),
    first_name: form.text('first_name'),
    last_name: form.text('last_name'),
    role: form.text('role') === 'owner' ? ('owner' as const) : ('member' as const),
  };
  const body = { ...session.onBehalf, ...invitation };
  return orRefused(
    async () => showLink(await services.identity.invitePerson({ body }, { requestId })),
    (refusal) => listPeople(services, visit, refusal, invitation),
    Object.keys(invitation),
  );
}

/**
 * Redirects to the page that shows the new link. If the link was sent by e-mail, redirects to the list of people with a
 * message that says so.
 */
function showLink({ person, link }: LinkAnswer): Reply {
  if (link) return showOnce(LINK, { kind: 'link', name: nameOf(person), ...link });
  return redirectTo(PEOPLE, { kind: 'ok', text: `The link is on its way to ${person.email_address}.` });
}

/** Runs an action on a person. If it is refused, the reason is shown above the list. */
function orList(services: Services, visit: SignedInVisit, act: () => Promise<Reply>): Promise<Reply> {
  return orRefused(act, (refusal) => listPeople(services, visit, refusal));
}
