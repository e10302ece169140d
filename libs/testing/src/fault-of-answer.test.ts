import { initContract } from '@keyhaven/contracts/platform/ts-rest';
import { z } from 'zod';
import { faultOfAnswer } from './fault-of-answer';

const route = initContract().query({
  method: 'GET',
  path: '/v2/stays/:id',
  responses: {
    200: z.object({
      id: z.int().positive(),
      form_key: z.string(),
      arrival: z.string(),
      phones: z.array(z.object({ id: z.int() })),
      attachment_urls: z.array(z.string()),
    }),
  },
});
const stored = { id: 7, form_key: 'k', arrival: '2030-07-05', phones: [{ id: 1 }], attachment_urls: ['http://x/k'] };
const unstored = { ...stored, id: null, form_key: null, phones: [{ id: null }], attachment_urls: [null] };
const faultOf = (body: object, isDry: boolean) => faultOfAnswer(route, { status: 200, body, isDry });

describe('the response of a dry run', () => {
  it('may contain null instead of ids, keys and URLs of records that are not stored', () => {
    expect(faultOf(unstored, true)).toBeUndefined();
    expect(faultOf(unstored, false)).toMatch(/^200 outside its contract/);
  });

  it('must not contain null in a field such as a date, unless the contract allows null there', () => {
    expect(faultOf({ ...stored, arrival: null }, true)).toMatch(/^200 outside its contract: .*arrival/s);
  });

  it('must contain every id field, and an id that is not null must be of the right type', () => {
    const { id: _id, ...withoutId } = stored;
    expect(faultOf(withoutId, true)).toMatch(/^200 outside its contract/);
    expect(faultOf({ ...stored, id: 'x' }, true)).toMatch(/^200 outside its contract/);
  });
});
