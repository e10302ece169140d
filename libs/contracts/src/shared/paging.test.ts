import { nextPageUrl } from './paging';

describe('nextPageUrl', () => {
  it('keeps the parameters of the request, except for the position of the page', () => {
    const requested = '/v2/quotes?status=open&limit=2&offset=2&after_id=5&after_offset=2';
    expect(nextPageUrl(requested, { limit: 2, offset: 2 }, { after_id: '7' })).toBe(
      '/v2/quotes?status=open&limit=2&offset=4&after_id=7&after_offset=4',
    );
  });

  it('replaces the camelCase position parameters of a version 1 request with new ones in snake_case', () => {
    const requested = '/v1/quotes?propertyIds=3&limit=2&offset=2&afterId=5&afterOffset=2';
    expect(nextPageUrl(requested, { limit: 2, offset: 2 }, { after_id: '7' })).toBe(
      '/v1/quotes?propertyIds=3&limit=2&offset=4&after_id=7&after_offset=4',
    );
  });
});
