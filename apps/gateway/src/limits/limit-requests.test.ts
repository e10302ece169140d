import { SharedCounts } from '@keyhaven/service/limits/shared-counts';
import { createLogger } from '@keyhaven/service/observability/logger';
import type { Response } from 'express';
import { limitRequests } from './limit-requests';

describe('the limit of requests without credentials', () => {
  it('counts the addresses of one IPv6 network together', () => {
    const counts = new SharedCounts({ windowMs: 60_000, logger: createLogger('gateway', 'silent') });
    const limit = limitRequests(counts, 1);
    const response = { setHeader: () => response } as Partial<Response> as Response;
    limit({ address: '2001:db8::1' }, response);
    expect(() => limit({ address: '2001:db8::2' }, response)).toThrow(/your address sent more than 1 requests/);
    limit({ address: '2001:db8:0:1::1' }, response);
  });
});
