import type { OpenApiDocument, Operation, PathItem } from '../openapi/document';

/** One operation of a document. */
export interface Endpoint {
  method: string;
  /** The path with its parameters in braces, such as /v2/bookings/{id}. */
  path: string;
  operation: Operation;
  /** The operation's id in kebab-case, which is part of the page's URL. */
  name: string;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const satisfies (keyof PathItem)[];

/** The endpoints of a document, grouped by tag, in the order of the document's tags. */
export function listEndpoints({ paths, tags }: OpenApiDocument): Endpoint[] {
  const endpoints = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      return [{ method: method.toUpperCase(), path, operation, name: kebabCase(operation.operationId) }];
    }),
  );
  return tags.flatMap(({ name }) => endpoints.filter(({ operation }) => operation.tags[0] === name));
}

export function kebabCase(name: string): string {
  return name
    .replace('OAuth', 'Oauth')
    .replace(/[A-Z]/g, (letter, at: number) => `${at === 0 ? '' : '-'}${letter.toLowerCase()}`);
}
