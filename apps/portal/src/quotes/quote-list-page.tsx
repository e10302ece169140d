import { type Quote, type QuoteStatus, quoteStatuses } from '@keyhaven/contracts/booking/quote';
import { Badge } from '@keyhaven/pages/components/badge';
import { PageHead } from '@keyhaven/pages/components/page-head';
import { Cell, Row } from '@keyhaven/pages/components/table';
import { formatMoneyWithCode } from '@keyhaven/pages/format/money';
import { RefusalNotice } from '../layout/refusal-notice';
import { sitePage } from '../layout/site-page';
import type { ListFilter } from '../properties/list-filter';
import { type FoundPage, ListResults } from '../properties/list-results';
import { StayFilters } from '../properties/stay-filters';
import type { FormRefusal } from '../visit/form-refusal';
import type { Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { quoteGuest, quoteKinds } from './quote-words';

interface QuoteListProps {
  path: string;
  filter: ListFilter<QuoteStatus>;
  refusal: FormRefusal;
  /** Absent if the request was refused. */
  found?: FoundPage<Quote>;
}

export function quoteListPage(visit: SignedInVisit, { path, filter, found, refusal }: QuoteListProps): Reply {
  return sitePage(visit, {
    title: 'Quotes',
    current: path,
    status: refusal.status,
    children: (
      <>
        <PageHead title="Quotes" lead="Offers to guests, ordered by id. Open one to see why it costs what it costs." />
        <RefusalNotice refusal={refusal} />
        <StayFilters path={path} filter={filter} statuses={quoteStatuses} record="Quote" />
        {found ? (
          <ListResults
            path={path}
            filter={filter}
            found={found}
            record="quote"
            label="Quotes"
            columns={columns}
            row={(quote) => <QuoteRow path={path} quote={quote} />}
          />
        ) : (
          ''
        )}
      </>
    ),
  });
}

const columns = ['Quote', 'Property', 'Stay', 'Status', { name: 'Total', isEnd: true as const }];

function QuoteRow({ path, quote }: { path: string; quote: Quote }): JSX.Element {
  return (
    <Row>
      <Cell label="Quote" look="lead">
        <span>
          <a href={`${path}/${quote.id}`} safe>
            {quoteGuest(quote)}
          </a>
          <small>{quote.id}</small>
        </span>
      </Cell>
      <Cell label="Property" text={quote.property.name} />
      <Cell label="Stay" look="tight">
        <span>
          <span safe>{quote.arrival}</span>
          <br />
          <span class="soft" safe>{`to ${quote.departure}`}</span>
        </span>
      </Cell>
      <Cell label="Status">
        <span class="badges">
          <Badge text={quote.status} kind={quoteKinds[quote.status]} />
          {quote.hold_dates && quote.status === 'open' ? <Badge text="holds its nights" /> : ''}
        </span>
      </Cell>
      <Cell label="Total" look="end" text={formatMoneyWithCode(quote.total_amount, quote.currency_code)} />
    </Row>
  );
}
