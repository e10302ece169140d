import { CodeBlock } from '@keyhaven/pages/components/code-block';
import { FactLine, Facts } from '@keyhaven/pages/components/facts';
import { PageHead } from '@keyhaven/pages/components/page-head';
import { Panel } from '@keyhaven/pages/components/panel';
import { currencyName } from '@keyhaven/pages/format/money';
import { navigationOf } from '../layout/navigation';
import { sitePage } from '../layout/site-page';
import type { Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';

export function homePage(visit: SignedInVisit): Reply {
  const { account } = visit.session;
  const links = navigationOf(visit.session)
    .flatMap((group) => group.links)
    .filter(({ href }) => href !== '/portal');
  return sitePage(visit, {
    title: 'Overview',
    current: '/portal',
    children: (
      <>
        <PageHead title={account.company_name} lead="What integrations of this account may do, and what they did." />
        <ul class="tiles">
          {links.map(({ href, text, lead = '' }) => (
            <li class="tile">
              <a href={href} safe>
                {text}
              </a>
              <p safe>{lead}</p>
            </li>
          ))}
        </ul>
        <Panel title="Account">
          <Facts>
            <FactLine name="User id" value={account.id} />
            <FactLine name="Time zone" value={account.time_zone} />
            <FactLine name="Currency" value={currencyName(account.currency_code)} />
          </Facts>
        </Panel>
        <Panel
          title="API"
          lead="Programs call the API at this address, with a personal access token or as an OAuth app."
        >
          <CodeBlock label="The address of the API" text={`${visit.publicUrl}/v2`} />
        </Panel>
      </>
    ),
  });
}
