import type { AppSettings } from '@keyhaven/contracts/webhook/app-settings';
import { bodyOf } from '@keyhaven/service/peers/contract-client';
import type { PortalServices } from '../services/portal-services';
import { type FormRefusal, refusalOf, refuse } from '../visit/form-refusal';
import type { SignedInVisit } from '../visit/visit';

type Services = Pick<PortalServices, 'webhookOperator'>;

/** Maps the field names of the operator contract to the names of the form fields. */
const formFieldOf: Readonly<Record<string, string>> = {
  webhook_url: 'webhook_url',
  basic: 'basic_username',
  'basic.username': 'basic_username',
  'basic.password': 'basic_password',
};

/** Reads the delivery settings of an app from the webhook service. Returns undefined if they were never set. */
export async function readDelivery(
  { webhookOperator }: Services,
  visit: SignedInVisit,
): Promise<AppSettings | undefined> {
  const answer = await webhookOperator.getAppSettings({ params: paramsOf(visit) });
  return answer.status === 404 ? undefined : bodyOf(answer);
}

/**
 * Saves the URL and the Basic credentials. If the user name and the password are empty, removes the credentials. If
 * only the password is empty, and the user name did not change, keeps the stored password.
 * @returns the refusal, if any.
 */
export async function changeDelivery(services: Services, visit: SignedInVisit): Promise<FormRefusal | undefined> {
  const { form } = visit;
  const [address, username, password] = [
    form.text('webhook_url'),
    form.text('basic_username'),
    form.raw('basic_password'),
  ];
  if (username === '' && password !== '') {
    return refuse({ basic_username: 'Enter the user name of the new password.' });
  }
  if (username !== '' && password === '' && (await readDelivery(services, visit))?.basic_username !== username) {
    return refuse({ basic_password: 'Enter the password of the new user name.' });
  }
  const basic = username === '' ? null : password === '' ? undefined : { username, password };
  const body = { webhook_url: address === '' ? null : address, basic };
  return refusalIn(async () =>
    bodyOf(await services.webhookOperator.updateAppSettings({ params: paramsOf(visit), body })),
  );
}

/** Adds a signing secret. The previous secret stays valid for a day. @returns the refusal, if any. */
export async function rotateSigningSecret(
  { webhookOperator }: Services,
  visit: SignedInVisit,
): Promise<FormRefusal | undefined> {
  return refusalIn(async () => bodyOf(await webhookOperator.rotateSecret({ params: paramsOf(visit), body: {} })));
}

function paramsOf({ params, session }: SignedInVisit): { user_id: number; app_key: string } {
  return { user_id: session.account.id, app_key: params.client_id! };
}

async function refusalIn(act: () => Promise<unknown>): Promise<FormRefusal | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    const { fields, ...refusal } = refusalOf(error, Object.keys(formFieldOf));
    const byFormField = Object.entries(fields).map(([name, message]) => [formFieldOf[name], message]);
    return { ...refusal, fields: Object.fromEntries(byFormField) as FormRefusal['fields'] };
  }
}
