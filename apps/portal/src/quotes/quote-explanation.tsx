import type { QuoteExplanation as Explanation } from '@keyhaven/contracts/booking/quote';
import { EmptyState } from '@keyhaven/pages/components/empty-state';
import { Panel } from '@keyhaven/pages/components/panel';
import { Cell, Row, Table } from '@keyhaven/pages/components/table';
import { formatDate } from '@keyhaven/pages/format/dates';
import { formatMoneyWithCode } from '@keyhaven/pages/format/money';

interface ExplanationProps {
  explanation: Explanation;
  currencyCode: string;
}

/**
 * Explains the price of a quote. Shows the nights of the stay. For each rate adjuster, surcharge, discount or tax,
 * shows the effect on the price, or the reason why there is no effect.
 */
export function QuoteExplanation({ explanation, currencyCode }: ExplanationProps): JSX.Element {
  const { nights, adjusters, contained_taxes, left_out, is_complete } = explanation;
  return (
    <>
      {nights.length > 0 ? (
        <Panel title="Nights" lead="The rent of each night, before and after rate adjusters." isFlush>
          <NightsTable explanation={explanation} currencyCode={currencyCode} />
        </Panel>
      ) : (
        ''
      )}
      {adjusters.length > 0 ? (
        <Panel title="Rate adjusters" lead="They change the price of nights and make no charge of their own." isFlush>
          <Table label="Rate adjusters" columns={['Adjuster', 'Change', { name: 'Nights', isEnd: true }]}>
            {adjusters.map(({ description, change, nights: count }) => (
              <Row>
                <Cell label="Adjuster" look="lead" text={description} />
                <Cell label="Change" text={change} />
                <Cell label="Nights" look="end" text={String(count)} />
              </Row>
            ))}
          </Table>
        </Panel>
      ) : (
        ''
      )}
      {contained_taxes.length > 0 ? (
        <Panel title="Taxes in the prices" isFlush>
          <Table label="Taxes in the prices" columns={['Tax', 'Computation', { name: 'Amount', isEnd: true }]}>
            {contained_taxes.map(({ description, computation, amount }) => (
              <Row>
                <Cell label="Tax" look="lead" text={description} />
                <Cell label="Computation" text={computation} />
                <Cell label="Amount" look="end" text={formatMoneyWithCode(amount, currencyCode)} />
              </Row>
            ))}
          </Table>
        </Panel>
      ) : (
        ''
      )}
      {left_out.length > 0 || !is_complete ? (
        <Panel
          title="What added no charge"
          lead={is_complete ? undefined : 'The list is not complete, because the service of surcharges did not answer.'}
          isFlush
        >
          {left_out.length > 0 ? (
            <Table label="Definitions that added no charge" columns={['Definition', 'Decided by', 'Reason']}>
              {left_out.map(({ description, field, reason }) => (
                <Row>
                  <Cell label="Definition" look="lead" text={description} />
                  <Cell label="Decided by">
                    <code safe>{field}</code>
                  </Cell>
                  <Cell label="Reason" text={reason} />
                </Row>
              ))}
            </Table>
          ) : (
            <EmptyState title="No definitions" text="None was stored with the quote." />
          )}
        </Panel>
      ) : (
        ''
      )}
    </>
  );
}

function NightsTable({ explanation: { nights, adjusters }, currencyCode }: ExplanationProps): JSX.Element {
  const names = new Map(adjusters.map(({ surcharge_id, description }) => [surcharge_id, description]));
  const columns = [
    'Night',
    'Adjusters',
    { name: 'Rent', isEnd: true as const },
    { name: 'Amount', isEnd: true as const },
  ];
  return (
    <Table label="Nights" columns={columns}>
      {nights.map(({ date, rent, adjuster_ids, amount }) => (
        <Row>
          <Cell label="Night" look="tight" text={formatDate(date)} />
          <Cell label="Adjusters" text={adjuster_ids.map((id) => names.get(id) ?? String(id)).join(', ') || '–'} />
          <Cell label="Rent" look="end" text={formatMoneyWithCode(rent, currencyCode)} />
          <Cell label="Amount" look="end" text={formatMoneyWithCode(amount, currencyCode)} />
        </Row>
      ))}
    </Table>
  );
}
