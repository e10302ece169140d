import { type Delivery, deliveryStatuses } from '@keyhaven/contracts/webhook/delivery';
import { Badge } from '@keyhaven/pages/components/badge';
import { Button } from '@keyhaven/pages/components/button';
import { EmptyState } from '@keyhaven/pages/components/empty-state';
import { Select } from '@keyhaven/pages/components/field';
import { Pagination } from '@keyhaven/pages/components/pagination';
import { Panel } from '@keyhaven/pages/components/panel';
import { Cell, Row, Table } from '@keyhaven/pages/components/table';
import { formatSecond } from '@keyhaven/pages/format/dates';
import type { SignedInVisit } from '../visit/visit';
import { deliveryKinds } from './delivery-words';

interface DeliveryLogProps {
  visit: SignedInVisit;
  /** The path of the subscription's page. */
  at: string;
  page: { deliveries: readonly Delivery[]; status: string | undefined; next: number | null };
}

const statusOptions = [
  { value: '', text: 'Every status' },
  ...deliveryStatuses.map((status) => ({ value: status, text: status })),
];

/** The deliveries of a subscription, newest first. */
export function DeliveryLog({ visit, at, page: { deliveries, status, next } }: DeliveryLogProps): JSX.Element {
  const later = new URLSearchParams({ ...(status && { status }), before: String(next) }).toString();
  return (
    <>
      <form method="get" action={at} class="filters">
        <Select name="status" label="Deliveries" value={status ?? ''} options={statusOptions} />
        <Button text="Show" look="quiet" />
      </form>
      <Panel title="Deliveries" lead="Of the last 30 days, newest first." isFlush>
        {deliveries.length === 0 ? (
          <EmptyState
            title="No deliveries"
            text="A delivery appears here with each change that this subscription receives."
          />
        ) : (
          <Table
            label="Deliveries"
            columns={['Change', 'Status', 'Changed', { name: 'Attempts', isEnd: true }, 'Next attempt']}
          >
            {deliveries.map((delivery) => (
              <DeliveryRow at={at} delivery={delivery} zone={visit.session.account.time_zone} />
            ))}
          </Table>
        )}
        {next === null ? '' : <Pagination text={`${deliveries.length} deliveries`} nextHref={`${at}?${later}`} />}
      </Panel>
    </>
  );
}

function DeliveryRow({ at, delivery, zone }: { at: string; delivery: Delivery; zone: string }): JSX.Element {
  const { id, action, entity_type, entity_id, status, attempt_count, occurred_utc, next_attempt_utc } = delivery;
  return (
    <Row>
      <Cell label="Change" look="lead">
        <a href={`${at}/deliveries/${id}`} safe>
          {`${entity_type} ${entity_id}, ${action}`}
        </a>
      </Cell>
      <Cell label="Status">
        <Badge text={status} kind={deliveryKinds[status]} />
      </Cell>
      <Cell label="Changed" look="tight" text={formatSecond(occurred_utc, zone)} />
      <Cell label="Attempts" look="end" text={String(attempt_count)} />
      <Cell label="Next attempt" look="tight" text={next_attempt_utc ? formatSecond(next_attempt_utc, zone) : '–'} />
    </Row>
  );
}
