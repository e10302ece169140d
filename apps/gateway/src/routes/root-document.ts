import { VERSION } from '@keyhaven/contracts/platform/version';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Express } from 'express';

/** Responds to requests for the root path with the name and version of the platform and the URLs of its documents. */
export function mountRootDocument(app: Express): void {
  app.get('/', (_request, response) => {
    response.locals.route = 'GET /';
    response.json({ name: 'Keyhaven', version: VERSION, help: '/help/v2', openapi: '/openapi/v2.json' });
  });
  app.all('/', (request) => {
    throw new ApiError('method_not_allowed', `${request.method} is not allowed here; use GET, HEAD or OPTIONS`, {
      Allow: 'GET, HEAD, OPTIONS',
    });
  });
}
