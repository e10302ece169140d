import type { AccountDelivery } from '@keyhaven/contracts/webhook/account-routes';
import { Badge } from '@keyhaven/pages/components/badge';
import { Button } from '@keyhaven/pages/components/button';
import { CodeBlock } from '@keyhaven/pages/components/code-block';
import { EmptyState } from '@keyhaven/pages/components/empty-state';
import { FactLine, FactOf, Facts } from '@keyhaven/pages/components/facts';
import { PageHead } from '@keyhaven/pages/components/page-head';
import { Panel } from '@keyhaven/pages/components/panel';
import { Cell, Row, Table } from '@keyhaven/pages/components/table';
import { formatSecond } from '@keyhaven/pages/format/dates';
import { PageForm } from '../layout/page-form';
import { RefusalNotice } from '../layout/refusal-notice';
import { sitePage } from '../layout/site-page';
import type { FormRefusal } from '../visit/form-refusal';
import type { Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { deliveryKinds } from './delivery-words';

/** The page of a delivery: its payload, every attempt with its response, and the next attempt. */
export function deliveryPage(visit: SignedInVisit, delivery: AccountDelivery, refusal: FormRefusal): Reply {
  const zone = visit.session.account.time_zone;
  const at = `/portal/webhooks/${delivery.subscription_id}`;
  const { id, action, entity_type, entity_id, event_id, status, occurred_utc } = delivery;
  const { next_attempt_utc: next, delivered_utc: delivered } = delivery;
  return sitePage(visit, {
    title: `Delivery ${id}`,
    current: '/portal/webhooks',
    status: refusal.status,
    children: (
      <>
        <PageHead title={`${entity_type} ${entity_id}, ${action}`} parent={{ href: at, text: 'Subscription' }}>
          <PageForm visit={visit} action={`${at}/deliveries/${id}/replay`}>
            <Button text="Replay" />
          </PageForm>
        </PageHead>
        <RefusalNotice refusal={refusal} />
        <Panel title="Delivery">
          <Facts>
            <FactOf name="Status">
              <Badge text={status} kind={deliveryKinds[status]} />
            </FactOf>
            <FactLine name="Event id" value={event_id} />
            <FactLine name="Changed" value={formatSecond(occurred_utc, zone)} />
            <FactLine name="Delivered" value={delivered ? formatSecond(delivered, zone) : 'Not yet'} />
            <FactLine name="Next attempt" value={next ? formatSecond(next, zone) : 'None'} />
          </Facts>
        </Panel>
        <Attempts delivery={delivery} zone={zone} />
        {delivery.last_response ? (
          <Panel title="The last answer">
            <CodeBlock label="The last answer of the endpoint" text={delivery.last_response} />
          </Panel>
        ) : (
          ''
        )}
        <Panel title="What is sent" lead="The same bytes on every attempt and replay.">
          {delivery.payload === null ? (
            <p>It was removed: payloads are kept for 30 days.</p>
          ) : (
            <CodeBlock label="The payload" text={delivery.payload} />
          )}
        </Panel>
      </>
    ),
  });
}

function Attempts({ delivery, zone }: { delivery: AccountDelivery; zone: string }): JSX.Element {
  const { attempts, attempt_count } = delivery;
  const lead = attempts.length < attempt_count ? `The last ${attempts.length} of ${attempt_count}.` : undefined;
  return (
    <Panel title="Attempts" lead={lead} isFlush>
      {attempts.length === 0 ? (
        <EmptyState title="No attempts" text="It was not sent yet." />
      ) : (
        <Table label="Attempts" columns={['Time', 'Answer', { name: 'Took', isEnd: true }]}>
          {attempts.map(({ attempted_utc, status_code, error, duration_ms }) => (
            <Row>
              <Cell label="Time" look="tight" text={formatSecond(attempted_utc, zone)} />
              <Cell label="Answer">
                <Badge text={status_code === null ? 'no answer' : String(status_code)} kind={error ? 'danger' : 'ok'} />
                {error === null ? '' : <small safe>{error}</small>}
              </Cell>
              <Cell label="Took" look="end" text={`${duration_ms} ms`} />
            </Row>
          ))}
        </Table>
      )}
    </Panel>
  );
}
