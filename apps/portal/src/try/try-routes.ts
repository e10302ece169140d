import { publicContracts } from '@keyhaven/api-docs/contracts';
import type { Endpoint } from '@keyhaven/api-docs/endpoint-pages/list-endpoints';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { apiDocument, canBeTried, TRY_PATH } from '../help/api-document';
import type { PortalServices } from '../services/portal-services';
import { noRefusal, refuse } from '../visit/form-refusal';
import { form, page, type PageRoute } from '../visit/page-route';
import type { Reply } from '../visit/reply';
import type { SignedInVisit } from '../visit/visit';
import { buildRequest } from './domain/build-request';
import { tryPage } from './try-page';

/**
 * The routes of "Try it": a form for each endpoint. Sending the form calls the endpoint for the account of the session.
 */
export function tryRoutes({ send }: Pick<PortalServices, 'send'>): PageRoute[] {
  return [
    page(`${TRY_PATH}/:name`, (visit) => {
      const endpoint = endpointOf(visit);
      return tryPage(visit, { endpoint, refusal: noRefusal });
    }),
    form(`${TRY_PATH}/:name`, (visit) => tryEndpoint(send, visit)),
  ];
}

const noAnswer = 'There was no answer. Please try again in a moment.';
const noAnswerOfWrite =
  'There was no answer. The request may have been carried out. If you send this form again, it is not carried out twice.';

async function tryEndpoint(send: PortalServices['send'], visit: SignedInVisit): Promise<Reply> {
  const endpoint = endpointOf(visit);
  const built = buildRequest(endpoint, visit.form);
  // Nothing was sent now, but an earlier request with the same key may have been carried out.
  if ('fields' in built) return tryPage(visit, { endpoint, refusal: refuse(built.fields), isRepeatable: true });
  try {
    const answer = await send(serviceOf(endpoint), visit.session, built.request, visit.requestId);
    // After these errors, clients repeat a write with the same key (docs/integrators/idempotency.md).
    const isRepeatable = answer.status >= 500 || answer.status === 429;
    return tryPage(visit, { endpoint, refusal: noRefusal, request: built.request, answer, isRepeatable });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 503) throw error;
    const general = ['idempotency-key' in built.request.headers ? noAnswerOfWrite : noAnswer];
    return tryPage(visit, { endpoint, refusal: { status: 503, fields: {}, general }, isRepeatable: true });
  }
}

function endpointOf({ params }: SignedInVisit): Endpoint {
  const endpoint = apiDocument().endpoints.find(({ name }) => name === params.name);
  if (!endpoint || !canBeTried(endpoint)) throw new ApiError('not_found', 'there is no such endpoint');
  return endpoint;
}

function serviceOf({ operation: { operationId } }: Endpoint) {
  const offered = publicContracts.find(({ routes }) => Object.hasOwn(routes, operationId));
  if (!offered) throw new Error(`no contract has the route ${operationId}`);
  return offered.services[0]!;
}
