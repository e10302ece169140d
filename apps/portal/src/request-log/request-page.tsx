import type { LoggedBody, LoggedRequestDetails } from '@keyhaven/contracts/identity/request-log';
import { type ErrorCode, errorRegistry } from '@keyhaven/contracts/shared/errors';
import { CodeBlock } from '@keyhaven/pages/components/code-block';
import { FactLine, FactOf, Facts } from '@keyhaven/pages/components/facts';
import { PageHead } from '@keyhaven/pages/components/page-head';
import { Panel } from '@keyhaven/pages/components/panel';
import { formatSecond } from '@keyhaven/pages/format/dates';
import { sitePage } from '../layout/site-page';
import type { Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { curlCommand } from './domain/curl-command';
import { errorHelp } from './error-help';
import { StatusBadge } from './status-badge';

/**
 * The page of one logged request. It shows the request and the response, what an error means, and how to send the
 * request again.
 */
export function requestPage(visit: SignedInVisit, request: LoggedRequestDetails): Reply {
  const { method, path, route, status, received_utc, duration_ms, is_dry_run, request_id } = request;
  return sitePage(visit, {
    title: `${method} ${route.replace(/^\S+ /, '')}`,
    current: '/portal/request-log',
    children: (
      <>
        <PageHead title={route} parent={{ href: '/portal/request-log', text: 'Request log' }} />
        <Panel title="Request">
          <Facts>
            <FactOf name="Status">
              <StatusBadge status={status} />
            </FactOf>
            <FactLine name="Address" value={path} />
            <FactLine name="Received" value={formatSecond(received_utc, visit.session.account.time_zone)} />
            <FactLine name="Took" value={`${duration_ms} ms`} />
            <FactLine name="Dry run" value={is_dry_run ? 'Yes' : 'No'} />
            <FactLine name="Credential" value={`token ${request.credential_id}`} more={request.app_key ?? undefined} />
            <FactLine name="Client" value={request.client_address} />
            <FactLine name="Request id" value={request_id} />
          </Facts>
        </Panel>
        {request.error_code === null ? '' : <ErrorPanel code={request.error_code} messages={request.error_messages} />}
        <BodyPanel title="What was sent" body={request.request_body} />
        <BodyPanel title="What was answered" body={request.answer_body} />
        <Panel title="Send it again" lead="Set KEYHAVEN_EMAIL and KEYHAVEN_TOKEN first: secrets are not in the log.">
          <CodeBlock label="The request as a curl command" text={curlCommand(request, visit.publicUrl)} />
          {request.request_body?.is_cut ? <p class="soft">The body is cut: complete it before you send it.</p> : ''}
        </Panel>
      </>
    ),
  });
}

function ErrorPanel({ code, messages }: { code: string; messages: readonly string[] }): JSX.Element {
  const known = Object.hasOwn(errorRegistry, code) ? errorRegistry[code as ErrorCode] : undefined;
  return (
    <Panel title={`Error: ${code}`} lead={known?.when} id={`error-${code}`}>
      <ul>
        {messages.map((message) => (
          <li safe>{message}</li>
        ))}
      </ul>
      <p>
        {known ? <span safe>{`What to do: ${known.action} `}</span> : ''}
        <a href={errorHelp(code)}>About this error</a>
      </p>
    </Panel>
  );
}

function BodyPanel({ title, body }: { title: string; body: LoggedBody | null }): JSX.Element {
  if (!body) return '';
  return (
    <Panel title={title} lead={body.is_cut ? 'Only the beginning is kept.' : undefined}>
      <CodeBlock label={title} text={indented(body.text)} />
    </Panel>
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
