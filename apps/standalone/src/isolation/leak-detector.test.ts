import { difference } from './testing/compare-answers';
import { createLeakDetector } from './testing/leak-detector';
import { unknownLike } from './testing/recognisable-ids';
import type { StoredData } from './testing/stored-data';

const [victim, other] = [5_000_001_000, 5_000_002_000];
const guid = '0d22a918-40bf-4763-90f9-e9c687acca31';
const data: StoredData = new Map([
  [
    'booking guests 5010001000',
    JSON.stringify({ user_id: victim, first_name: 'amberwyrm', key: guid, shared: 'sharedKey0123456789' }),
  ],
  [
    'booking guests 5010002000',
    JSON.stringify({ user_id: other, first_name: 'basaltfinch', shared: 'sharedKey0123456789' }),
  ],
]);
const { leaksIn } = createLeakDetector(data, victim, 'amberwyrm');

describe('the leak detector', () => {
  it.each([
    ['the id of a record', '{"guest_id":5010001000}', '5010001000'],
    ['the id of the account', 'user 5000001000', '5000001000'],
    ['an id in a URL-encoded query', '/v2/guests?ids=1%2C5010001000', '5010001000'],
    ['a key', `"key":"${guid}"`, guid],
    ['a text, in any case', 'Dear Amberwyrm,', 'amberwyrm'],
  ])('finds %s', (_what, text, leak) => {
    expect(leaksIn(text)).toEqual([leak]);
  });

  it('does not report data of accounts that it does not watch, data that accounts share, or data that the reader has sent', () => {
    expect(leaksIn('5010002000 5000002000 basaltfinch sharedKey0123456789 50100010001')).toEqual([]);
    expect(leaksIn(`there is no guest 5010001000`, 'GET /v2/guests/5010001000')).toEqual([]);
    expect(leaksIn(`5010001000 ${guid}`, 'GET /v2/guests/5010001000')).toEqual([guid]);
  });
});

describe('the comparison with the response to an unknown id', () => {
  const [id, unknown] = ['5010001000', unknownLike('5010001000')];
  const answer = (status: number, text: string, headers = {}) => ({ status, text, headers });

  it('ignores the ids themselves, and headers that differ in every response', () => {
    const [one, two] = [{ date: 'now' }, { date: 'later' }];
    expect(
      difference(answer(404, `no ${id}`, one), [id], answer(404, `no ${unknown}`, two), [unknown]),
    ).toBeUndefined();
  });

  it.each([
    ['a status', answer(403, '')],
    ['a text', answer(404, 'deleted')],
    ['a header', answer(404, '', { etag: '"1"' })],
  ])('finds a difference in %s', (_what, other) => {
    expect(difference(other, [id], answer(404, ''), [unknown])).toContain('differs from that to an unknown id');
  });

  it.each(['5010001000', guid, '5010001000/2026-05-01', 'a text'])(
    'uses an unknown id that differs from the value %s',
    (value) => {
      expect(unknownLike(value)).not.toBe(value);
    },
  );
});
