import { endpointPage } from '@keyhaven/api-docs/endpoint-pages/endpoint-page';
import { apiDocument, canBeTried, TRY_PATH } from './api-document';
import { plainText } from '@keyhaven/api-docs/markdown/plain-text';
import { type HelpPage, sectionPaths } from './help-page';

/** Returns the help pages of endpoints, which are generated from the OpenAPI document. */
export function readEndpoints(): HelpPage[] {
  const { document, endpoints, examplesOf } = apiDocument();
  return endpoints.map((endpoint) => {
    const { method, path, operation, name } = endpoint;
    const tryAddress = canBeTried(endpoint) ? `${TRY_PATH}/${name}` : undefined;
    return {
      path: `${sectionPaths.endpoints}/${name}`,
      title: operation.summary ?? operation.operationId,
      summary: plainText(operation.description ?? operation.summary ?? ''),
      section: 'endpoints',
      markdown: endpointPage({ endpoint, document, examples: examplesOf(endpoint), tryAddress }),
      tag: operation.tags[0],
      endpoint: `${method} ${path}`,
    };
  });
}
