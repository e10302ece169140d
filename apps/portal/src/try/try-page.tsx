import { randomUUID } from 'node:crypto';
import { sampleRequest } from '@keyhaven/api-docs/endpoint-pages/sample-request';
import { resolve } from '@keyhaven/api-docs/endpoint-pages/describe-schema';
import type { Endpoint } from '@keyhaven/api-docs/endpoint-pages/list-endpoints';
import type { Parameter } from '@keyhaven/api-docs/openapi/document';
import { attributeText } from '@keyhaven/pages/components/attribute-text';
import { Badge } from '@keyhaven/pages/components/badge';
import { Button } from '@keyhaven/pages/components/button';
import { CodeBlock } from '@keyhaven/pages/components/code-block';
import { Checkbox, Field, Select, TextArea } from '@keyhaven/pages/components/field';
import { PageHead } from '@keyhaven/pages/components/page-head';
import { Panel } from '@keyhaven/pages/components/panel';
import { apiDocument, TRY_PATH } from '../help/api-document';
import { sectionPaths } from '../help/help-page';
import { PageForm } from '../layout/page-form';
import { RefusalNotice } from '../layout/refusal-notice';
import { sitePage } from '../layout/site-page';
import type { PortalServices } from '../services/portal-services';
import type { FormRefusal } from '../visit/form-refusal';
import type { Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { fieldsIn, IDEMPOTENCY_KEY, isWrite, type TriedRequest } from './domain/build-request';

interface TryPage {
  endpoint: Endpoint;
  refusal: FormRefusal;
  request?: TriedRequest;
  answer?: Awaited<ReturnType<PortalServices['send']>>;
  /**
   * Whether the form keeps its Idempotency-Key, because a request with this key may have been carried out. With the
   * same key, the request is not carried out twice if the person sends the form again.
   */
  isRepeatable?: boolean;
}

/** The page with the form of an endpoint. After the form was sent, it also shows the response. */
export function tryPage(visit: SignedInVisit, { endpoint, refusal, request, answer, isRepeatable }: TryPage): Reply {
  const { operation, method, path, name } = endpoint;
  const title = operation.summary ?? operation.operationId;
  return sitePage(visit, {
    title: `Try: ${title}`,
    status: refusal.status,
    children: (
      <>
        <PageHead
          title={title}
          lead={`${method} ${path}`}
          parent={{ href: `${sectionPaths.endpoints}/${name}`, text: 'About this endpoint' }}
        />
        <RefusalNotice refusal={refusal} />
        {request && answer ? <AnswerPanel request={request} answer={answer} /> : ''}
        <RequestPanel visit={visit} endpoint={endpoint} refusal={refusal} isRepeatable={isRepeatable} />
      </>
    ),
  });
}

type RequestPanelProps = Pick<TryPage, 'endpoint' | 'refusal' | 'isRepeatable'> & { visit: SignedInVisit };

function RequestPanel({ visit, endpoint, refusal, isRepeatable }: RequestPanelProps) {
  const { operation, name } = endpoint;
  const isSent = visit.form.isChecked('sent');
  const key = isRepeatable ? visit.form.text(IDEMPOTENCY_KEY) : randomUUID();
  const body = isSent ? visit.form.text('body') : exampleBody(endpoint);
  const fieldsOf = (place: 'path' | 'query') =>
    fieldsIn(endpoint, place).map((parameter) => (
      <ParameterField visit={visit} place={place} parameter={parameter} refusal={refusal} />
    ));
  return (
    <Panel title="Request" lead="It is sent with the rights of your account. Empty fields are left out.">
      <PageForm visit={visit} action={`${TRY_PATH}/${name}`} class="form">
        <input type="hidden" name="sent" value="yes" />
        {isWrite(endpoint) ? <input type="hidden" name={IDEMPOTENCY_KEY} value={attributeText(key)} /> : ''}
        {fieldsOf('path')}
        {operation.requestBody ? (
          <TextArea
            name="body"
            label="Body (JSON)"
            value={body}
            rows={14}
            maxLength={10_000}
            error={refusal.fields.body}
          />
        ) : (
          ''
        )}
        {fieldsOf('query')}
        {isWrite(endpoint) ? (
          <Checkbox
            name="dry_run"
            label="Dry run"
            hint="Evaluates the request and changes nothing. Without it the request is carried out."
            isChecked={!isSent || visit.form.isChecked('dry_run')}
          />
        ) : (
          ''
        )}
        <Button text="Send the request" />
      </PageForm>
    </Panel>
  );
}

interface ParameterFieldProps {
  visit: SignedInVisit;
  place: 'path' | 'query';
  parameter: Parameter;
  refusal: FormRefusal;
}

function ParameterField({ visit, place, parameter, refusal }: ParameterFieldProps): JSX.Element {
  const { name, required, description } = parameter;
  const schema = resolve(parameter.schema, apiDocument().document.components.schemas);
  const field = {
    name: `${place}.${name}`,
    label: required ? `${name} (required)` : name,
    hint: (description ?? schema.description)?.replaceAll('`', ''),
    value: visit.form.text(`${place}.${name}`),
    error: refusal.fields[`${place}.${name}`],
  };
  const values = schema.enum?.map(String) ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined);
  if (!values) return <Field {...field} maxLength={2000} />;
  const options = [{ value: '', text: 'Not sent' }, ...values.map((value) => ({ value, text: value }))];
  return <Select {...field} options={options} />;
}

function AnswerPanel({ request, answer }: Required<Pick<TryPage, 'request' | 'answer'>>): JSX.Element {
  const { status, headers, body } = answer;
  const lines = [...headers].filter(([name]) => !hidden.has(name)).map(([name, value]) => `${name}: ${value}`);
  const isDryRun = headers.get('preference-applied') === 'dry-run';
  return (
    <Panel
      title="Answer"
      id="answer"
      lead={`${request.method} ${request.path}`}
      actions={
        <>
          {isDryRun ? <Badge kind="info" text="Dry run: nothing was changed" /> : ''}
          <Badge kind={status < 400 ? 'ok' : 'danger'} text={String(status)} />
        </>
      }
    >
      <CodeBlock label="Headers" text={lines.join('\n')} />
      {body === undefined ? (
        <p class="soft">There is no body.</p>
      ) : (
        <CodeBlock label="Body" text={JSON.stringify(body, null, 2)} />
      )}
    </Panel>
  );
}

/** Headers that are not shown, because they belong to the connection between the portal and the service. */
const hidden = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-length']);

function exampleBody(endpoint: Endpoint): string {
  const { document, examplesOf } = apiDocument();
  const body = examplesOf(endpoint)[0]?.request.body ?? sampleRequest(endpoint, document.components.schemas).body;
  return body === undefined ? '' : JSON.stringify(body, null, 2);
}
