import type { AppSettings } from '@keyhaven/contracts/webhook/app-settings';
import { Button } from '@keyhaven/pages/components/button';
import { CodeBlock } from '@keyhaven/pages/components/code-block';
import { Field } from '@keyhaven/pages/components/field';
import { Panel } from '@keyhaven/pages/components/panel';
import { formatInstant } from '@keyhaven/pages/format/dates';
import { PageForm } from '../layout/page-form';
import { RefusalNotice } from '../layout/refusal-notice';
import type { FormRefusal } from '../visit/form-refusal';
import type { SignedInVisit } from '../visit/visit';

interface DeliveryPanelProps {
  visit: SignedInVisit;
  /** The path of the app's setup page. */
  at: string;
  delivery: AppSettings | undefined;
  refusal: FormRefusal;
}

/** The webhook settings of an app: its URL, Basic credentials, and the secrets that sign deliveries. */
export function DeliveryPanel({ visit, at, delivery, refusal }: DeliveryPanelProps): JSX.Element {
  const { form } = visit;
  // The page is also the response to other forms, which have none of these fields. Then show the stored values.
  const entered = (name: string, stored: string | null | undefined) =>
    form.has(name) ? form.text(name) : (stored ?? '');
  return (
    <Panel title="Webhooks" lead="For the subscriptions of this app, in every account that allows it.">
      <RefusalNotice refusal={refusal} />
      <PageForm visit={visit} action={`${at}/webhooks`} class="form">
        <Field
          name="webhook_url"
          label="Address"
          type="url"
          hint="For subscriptions without an address of their own."
          value={entered('webhook_url', delivery?.webhook_url)}
          error={refusal.fields.webhook_url}
          maxLength={2048}
        />
        <div class="pair">
          <Field
            name="basic_username"
            label="User name (Basic)"
            hint="Sent with every delivery."
            value={entered('basic_username', delivery?.basic_username)}
            error={refusal.fields.basic_username}
          />
          <Field
            name="basic_password"
            label="Password (Basic)"
            type="password"
            autocomplete="new-password"
            hint="Empty keeps the one that is set."
            error={refusal.fields.basic_password}
            maxLength={500}
          />
        </div>
        <div class="actions">
          <Button text="Save the webhook settings" />
        </div>
      </PageForm>
      {delivery && delivery.signing_secrets.length > 0 ? (
        <SigningSecrets visit={visit} at={at} secrets={delivery.signing_secrets} />
      ) : (
        ''
      )}
    </Panel>
  );
}

interface SigningSecretsProps {
  visit: SignedInVisit;
  at: string;
  secrets: AppSettings['signing_secrets'];
}

function SigningSecrets({ visit, at, secrets }: SigningSecretsProps): JSX.Element {
  const { time_zone: zone } = visit.session.account;
  return (
    <div class="stack">
      <h3>Signing secrets</h3>
      <p class="soft">Verify the signature of each delivery with one of them.</p>
      {secrets.map(({ secret, created_utc: made, expires_utc: ends }) => (
        <>
          <p safe>
            {ends === null ? `In use since ${formatInstant(made, zone)}` : `Valid until ${formatInstant(ends, zone)}`}
          </p>
          <CodeBlock label={ends === null ? 'The signing secret' : 'The previous signing secret'} text={secret} />
        </>
      ))}
      <PageForm visit={visit} action={`${at}/webhooks/rotate`} confirm="Sign with a new secret from now on?">
        <Button text="Rotate the secret" look="quiet" />
      </PageForm>
    </div>
  );
}
