import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Express } from 'express';

/** The version of the platform; a test compares it with package.json. */
const VERSION = '0.1.0';

/** The answer at the root path: enough to see that the address is right. */
export function mountRootDocument(app: Express): void {
  app.get('/', (_request, response) => {
    response.locals.route = 'GET /';
    response.json({ name: 'Keyhaven', version: VERSION });
  });
  app.all('/', (request) => {
    throw new ApiError('method_not_allowed', `${request.method} is not allowed here; use GET, HEAD or OPTIONS`, {
      Allow: 'GET, HEAD, OPTIONS',
    });
  });
}
