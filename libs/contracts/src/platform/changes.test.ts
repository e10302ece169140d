import { bookingPublicContract } from '../booking/public-contract';
import { feesPublicContract } from '../fees/public-contract';
import { financePublicContract } from '../finance/public-contract';
import { identityPublicContract } from '../identity/public-contract';
import { messagingPublicContract } from '../messaging/public-contract';
import { pricingPublicContract } from '../pricing/public-contract';
import { isCalendarDate } from '../shared/dates';
import { apiChanges, breakingChanges, listedChanges, removalMessage } from './changes';
import { changesInMarkdown } from './changes-table';

describe('the changes of the API', () => {
  it('are ordered by date and have valid dates', () => {
    const dates = listedChanges.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort());
    expect(dates.filter((date) => !isCalendarDate(date))).toEqual([]);
  });

  it('refer only to help pages of existing operations', () => {
    const contracts = {
      ...bookingPublicContract,
      ...feesPublicContract,
      ...financePublicContract,
      ...identityPublicContract,
      ...messagingPublicContract,
      ...pricingPublicContract,
    };
    const pages = Object.keys(contracts).map(
      (operation) => `/help/v2/endpoints/${operation.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    );
    const named = listedChanges.map(({ help }) => help).filter((help) => help.startsWith('/help/v2/endpoints/'));
    expect(named.filter((help) => !pages.includes(help))).toEqual([]);
  });

  it('include exactly six breaking changes', () => {
    expect(breakingChanges.map(({ name }) => name)).toEqual([
      'v1-quote-dates',
      'spot-rate-currency',
      'uncategorized-webhooks',
      'current-user-update',
      'bookings-since',
      'messages-since',
    ]);
  });

  it('have an error message for requests that use a removed part, but no message if nothing was removed', () => {
    expect(removalMessage('messages-since')).toBe(
      'the parameter sinceUtc was removed on August 13, 2025; use since_utc; see /help/v2/changes#messages-since',
    );
    expect(() => removalMessage('calendar')).toThrow('the change calendar removed nothing');
  });

  it('are all listed on the help page, each with an anchor', () => {
    const page = changesInMarkdown();
    for (const [name, { title, date }] of Object.entries(apiChanges)) {
      expect(page).toContain(`<a id="${name}"></a>${date}`);
      expect(page).toContain(title);
    }
  });
});
