import type { LoggedRequest } from '@keyhaven/contracts/identity/request-log';
import { Button, LinkButton } from '@keyhaven/pages/components/button';
import { EmptyState } from '@keyhaven/pages/components/empty-state';
import { Checkbox, Field, Select } from '@keyhaven/pages/components/field';
import { PageHead } from '@keyhaven/pages/components/page-head';
import { Pagination } from '@keyhaven/pages/components/pagination';
import { Panel } from '@keyhaven/pages/components/panel';
import { Cell, Row, Table } from '@keyhaven/pages/components/table';
import { formatSecond } from '@keyhaven/pages/format/dates';
import { RefusalNotice } from '../layout/refusal-notice';
import { sitePage } from '../layout/site-page';
import type { FormRefusal } from '../visit/form-refusal';
import type { Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { logAddress, type LogFilter } from './log-filter';
import { errorHelp } from './error-help';
import { StatusBadge } from './status-badge';

interface RequestLogPage {
  filter: LogFilter;
  requests: readonly LoggedRequest[];
  hasMore: boolean;
  isFirst: boolean;
  refusal: FormRefusal;
}

const columns = ['Request', 'Status', 'Time', { name: 'Took', isEnd: true }, 'Credential', 'From'] as const;

export function requestLogPage(visit: SignedInVisit, page: RequestLogPage): Reply {
  const { filter, requests, hasMore, isFirst, refusal } = page;
  const last = requests[requests.length - 1];
  return sitePage(visit, {
    title: 'Request log',
    current: '/portal/request-log',
    status: refusal.status,
    children: (
      <>
        <PageHead
          title="Request log"
          lead={`The API requests of this account in the last seven days, newest first, whichever credential sent them. Times are those of ${visit.session.account.time_zone}.`}
        >
          {isFirst ? '' : <LinkButton text="Newest requests" href={logAddress(filter)} look="quiet" />}
        </PageHead>
        <RefusalNotice refusal={refusal} />
        <Filters filter={filter} refusal={refusal} />
        <Panel title="Requests" isFlush>
          {requests.length === 0 ? (
            <EmptyState
              title="No requests"
              text={
                Object.keys(filter).length === 0
                  ? 'Call the API with one of your credentials: the request appears here a second later.'
                  : 'No request of the last seven days matches these filters.'
              }
            />
          ) : (
            <Table label="Requests" columns={columns}>
              {requests.map((request) => (
                <RequestRow request={request} zone={visit.session.account.time_zone} />
              ))}
            </Table>
          )}
          {hasMore && last ? (
            <Pagination text={`${requests.length} requests`} nextHref={logAddress(filter, last.id)} />
          ) : (
            ''
          )}
        </Panel>
      </>
    ),
  });
}

const statusOptions = ['', '4xx', '5xx', '200', '400', '401', '403', '404', '409', '422', '429', '500', '503'].map(
  (value) => ({ value, text: value === '' ? 'Every status' : value }),
);
const methodOptions = ['', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((value) => ({
  value,
  text: value === '' ? 'Every method' : value,
}));

function Filters({ filter, refusal: { fields } }: { filter: LogFilter; refusal: FormRefusal }): JSX.Element {
  return (
    <form method="get" action="/portal/request-log" class="filters">
      <Select name="status" label="Status" value={filter.status ?? ''} options={statusOptions} error={fields.status} />
      <Select name="method" label="Method" value={filter.method ?? ''} options={methodOptions} />
      <Field name="route" label="Route" type="search" value={filter.route} error={fields.route} />
      <Field name="credential" label="Token id or app key" type="search" value={filter.credential} />
      <Field name="request_id" label="Request id" type="search" value={filter.request_id} maxLength={128} />
      <Field name="from" label="From" type="datetime-local" value={filter.from} error={fields.from} />
      <Field name="to" label="Until" type="datetime-local" value={filter.to} error={fields.to} />
      <Checkbox name="errors_only" label="Errors only" value="true" isChecked={filter.errors_only !== undefined} />
      <Button text="Search" look="quiet" />
    </form>
  );
}

function RequestRow({ request, zone }: { request: LoggedRequest; zone: string }): JSX.Element {
  const { id, method, path, status, received_utc, duration_ms, credential_id, app_key, client_address } = request;
  return (
    <Row>
      <Cell label="Request" look="lead">
        <a href={`/portal/request-log/${id}`} safe>
          {`${method} ${shortened(path)}`}
        </a>
        {request.error_code === null ? '' : <ErrorCodeLink code={request.error_code} />}
      </Cell>
      <Cell label="Status">
        <StatusBadge status={status} />
      </Cell>
      <Cell label="Time" look="tight" text={formatSecond(received_utc, zone)} />
      <Cell label="Took" look="end" text={`${duration_ms} ms`} />
      <Cell label="Credential" text={app_key ?? `token ${credential_id}`} />
      <Cell label="From" look="address" text={client_address} />
    </Row>
  );
}

function ErrorCodeLink({ code }: { code: string }): JSX.Element {
  return (
    <small>
      <a href={errorHelp(code)} safe>
        {code}
      </a>
    </small>
  );
}

/** A row of the table shows at most this many characters of a URL. */
const MAX_SHOWN = 100;

function shortened(path: string): string {
  return path.length > MAX_SHOWN ? `${path.slice(0, MAX_SHOWN - 1)}…` : path;
}
