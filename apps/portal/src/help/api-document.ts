import type { OpenApiDocument } from '@keyhaven/api-docs/openapi/document';
import type { RecordedExample } from '@keyhaven/api-docs/openapi/examples';
import { type Endpoint, listEndpoints } from '@keyhaven/api-docs/endpoint-pages/list-endpoints';
import { listDocuments, readDocument } from '@keyhaven/service/documents/read-document';

/**
 * The OpenAPI document of version 2, its endpoints, and the recorded examples. They change only when the program is
 * updated.
 */
interface ApiDocument {
  document: OpenApiDocument;
  endpoints: readonly Endpoint[];
  examplesOf: (endpoint: Endpoint) => RecordedExample[];
}

let kept: ApiDocument | undefined;

export function apiDocument(): ApiDocument {
  kept ??= read();
  return kept;
}

function read(): ApiDocument {
  const document = JSON.parse(readDocument('openapi/v2.json')) as OpenApiDocument;
  const files = new Set(listDocuments('examples'));
  return {
    document,
    endpoints: listEndpoints(document),
    examplesOf: ({ operation }) => {
      const file = `${operation.operationId}.json`;
      return files.has(file) ? (JSON.parse(readDocument(`examples/${file}`)) as RecordedExample[]) : [];
    },
  };
}

/**
 * Whether the page "Try it" can call the endpoint: the request and response bodies are JSON, and
 * the endpoint needs credentials. The page always sends the credentials of the session. The
 * endpoint that reads the current user is excluded: it returns the person to whom a token belongs,
 * and a session has no token.
 */
export function canBeTried({ operation }: Endpoint): boolean {
  const bodies = Object.keys(operation.requestBody?.content ?? {});
  const answer = operation.responses['200'];
  const answers = answer && 'content' in answer ? Object.keys(answer.content ?? {}) : [];
  const isJson = (types: string[]) => types.length === 0 || types.includes('application/json');
  return (
    operation.operationId !== 'getCurrentUser' && operation.security?.length !== 0 && isJson(bodies) && isJson(answers)
  );
}

export const TRY_PATH = '/portal/try';
