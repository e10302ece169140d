import type { RecordStatus } from '@keyhaven/contracts/finance/records';
import { Badge } from '@keyhaven/pages/components/badge';
import { EmptyState } from '@keyhaven/pages/components/empty-state';
import type { NoticeKind } from '@keyhaven/pages/components/notice';
import { Cell, Row, Table } from '@keyhaven/pages/components/table';
import { formatInstant } from '@keyhaven/pages/format/dates';
import { formatMoneyWithCode } from '@keyhaven/pages/format/money';
import type { ShownBooking } from './read-booking';

const kinds: Readonly<Record<RecordStatus, NoticeKind | undefined>> = {
  pending: 'warn',
  completed: 'ok',
  failed: 'danger',
  voided: undefined,
};

interface Line {
  id: number;
  name: string;
  more: string;
  reference: string | null;
  status: RecordStatus;
  utc: string;
  amount: number;
  currency_code: string;
}

type Money = Pick<ShownBooking, 'payments' | 'refunds' | 'fees'>;

/** The money records of a booking in one table, ordered by time. */
export function MoneyRecords({ timeZone, ...money }: Money & { timeZone: string }): JSX.Element {
  const lines = linesOf(money);
  if (lines.length === 0) return <EmptyState title="No payments" text="No money was recorded for this booking." />;
  return (
    <Table label="Payments, refunds and fees" columns={columns}>
      {lines.map(({ id, name, more, reference, status, utc, amount, currency_code }) => (
        <Row>
          <Cell label="Record" look="lead">
            <span>
              <span safe>{`${name} ${id}`}</span>
              <small safe>{more}</small>
            </span>
          </Cell>
          <Cell label="Time" text={formatInstant(utc, timeZone)} />
          <Cell label="Reference" text={reference ?? '–'} />
          <Cell label="Status">
            <Badge text={status} kind={kinds[status]} />
          </Cell>
          <Cell label="Amount" look="end" text={formatMoneyWithCode(amount, currency_code)} />
        </Row>
      ))}
    </Table>
  );
}

const columns = ['Record', 'Time', 'Reference', 'Status', { name: 'Amount', isEnd: true as const }];

function linesOf({ payments, refunds, fees }: Money): Line[] {
  return [
    ...payments.map((payment) => ({
      ...payment,
      name: payment.kind === 'security_deposit' ? 'Security deposit' : 'Payment',
      more: payment.method.replaceAll('_', ' '),
      utc: payment.collected_utc ?? payment.created_utc,
    })),
    ...refunds.map((refund) => ({
      ...refund,
      name: 'Refund',
      more: refund.reason ?? '',
      amount: -refund.amount,
      utc: refund.paid_utc ?? refund.created_utc,
    })),
    ...fees.map((fee) => ({ ...fee, name: 'Fee', more: fee.type.replaceAll('_', ' '), utc: fee.created_utc })),
  ].sort((one, other) => one.utc.localeCompare(other.utc));
}
