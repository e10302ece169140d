import { faultsOf } from '../testing/answer-faults';
import { type PlatformForClients, type Sent, startPlatformForClients } from '../testing/platform-for-clients';
import { addSecondRecords } from './testing/add-second-records';
import { describeApps } from './testing/describe-apps';
import { describeBookings } from './testing/describe-bookings';
import { describeControls } from './testing/describe-controls';
import { describeErrors } from './testing/describe-errors';
import { describeLists } from './testing/describe-lists';
import { describeMessages } from './testing/describe-messages';
import { describePaging } from './testing/describe-paging';
import { describePrices } from './testing/describe-prices';
import { describePrograms } from './testing/describe-programs';
import { describeRecords } from './testing/describe-records';
import { describeVersion1 } from './testing/describe-version-1';
import { describeWebhooks } from './testing/describe-webhooks';

/**
 * Sends the requests of programs that were written for a similar API, and in which only the URL was
 * changed. The requests have the headers of common HTTP libraries, and various spellings of
 * parameters. The tests share one platform, and must run in this order.
 */

let platform: PlatformForClients;
beforeAll(async () => {
  const started = await startPlatformForClients();
  const call = async (target: string, sent?: Sent) => {
    const answer = await started.call(target, sent);
    // The response with the categories has a field for each type of record, so its field names are not checked.
    const isChecked = target.startsWith('/v2/') && !target.includes('/categories');
    expect([target, isChecked ? faultsOf(answer) : []]).toEqual([target, []]);
    return answer;
  };
  platform = { ...started, call };
  await addSecondRecords(platform);
}, 120_000);
afterAll(() => platform?.stop());

const current = () => platform;
describeControls();
describePrograms(current);
describeLists(current);
describePaging(current);
describeRecords(current);
describeMessages(current);
describeBookings(current);
describePrices(current);
describeVersion1(current);
describeApps(current);
describeWebhooks(current);
describeErrors(current);
