import type { Charge } from '@keyhaven/contracts/booking/charge';
import { Cell, Row, Table } from '@keyhaven/pages/components/table';
import { formatMoneyWithCode } from '@keyhaven/pages/format/money';
import { sumAmounts } from '@keyhaven/stays/money';

interface ChargesTableProps {
  charges: readonly Charge[];
  currencyCode: string;
  /** How each charge was calculated. The keys are the `position`s of the charges. */
  computations?: ReadonlyMap<number, string>;
}

/** The charges of a stay, and their sum. */
export function ChargesTable({ charges, currencyCode, computations }: ChargesTableProps): JSX.Element {
  const money = (amount: number) => formatMoneyWithCode(amount, currencyCode);
  const amounts = charges.map(({ amount }) => amount);
  const total = sumAmounts(amounts, currencyCode);
  const columns = [
    'Charge',
    'Type',
    ...(computations ? ['Computation'] : []),
    { name: 'Amount', isEnd: true as const },
  ];
  return (
    <Table label="Charges" columns={columns}>
      {charges.map((charge) => (
        <Row>
          <Cell label="Charge" look="lead" text={charge.description} />
          <Cell label="Type" text={typeOf(charge)} />
          {computations ? <Cell label="Computation" text={computations.get(charge.position) ?? '–'} /> : ''}
          <Cell label="Amount" look="end" text={money(charge.amount)} />
        </Row>
      ))}
      <Row>
        <Cell label="Charge" look="lead" text="Total" />
        <Cell label="Type" text="all charges" />
        {computations ? <Cell label="Computation" text="–" /> : ''}
        <Cell label="Amount" look="end">
          <strong safe>{money(total)}</strong>
        </Cell>
      </Row>
    </Table>
  );
}

function typeOf({ type, is_taxable, is_channel_managed }: Charge): string {
  const remarks = [
    ...(is_channel_managed ? ['remitted by the channel'] : []),
    ...(is_taxable && type !== 'tax' ? ['taxable'] : []),
  ];
  return remarks.length > 0 ? `${type}, ${remarks.join(', ')}` : type;
}
