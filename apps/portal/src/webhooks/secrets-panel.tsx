import type { AppSettings } from '@keyhaven/contracts/webhook/app-settings';
import { Button } from '@keyhaven/pages/components/button';
import { CodeBlock } from '@keyhaven/pages/components/code-block';
import { Panel } from '@keyhaven/pages/components/panel';
import { formatSecond } from '@keyhaven/pages/format/dates';
import { PageForm } from '../layout/page-form';
import type { SignedInVisit } from '../visit/visit';

interface SecretsPanelProps {
  visit: SignedInVisit;
  /** The path of the subscription's page. */
  at: string;
  secrets: AppSettings['signing_secrets'];
}

/**
 * Shows the secrets with which the webhook deliveries for a token are signed, and a button that creates a
 * new secret.
 */
export function SecretsPanel({ visit, at, secrets }: SecretsPanelProps): JSX.Element {
  const { time_zone: zone } = visit.session.account;
  return (
    <Panel title="Signing secrets" lead="Of all subscriptions of this token. Verify each delivery with one of them.">
      {secrets.map(({ secret, created_utc: made, expires_utc: ends }) => (
        <>
          <p safe>
            {ends === null ? `In use since ${formatSecond(made, zone)}` : `Valid until ${formatSecond(ends, zone)}`}
          </p>
          <CodeBlock label={ends === null ? 'The signing secret' : `The secret until ${ends}`} text={secret} />
        </>
      ))}
      <PageForm visit={visit} action={`${at}/rotate`} confirm="Sign with a new secret from now on?">
        <Button text="Rotate the secret" look="quiet" />
      </PageForm>
    </Panel>
  );
}
