import type { DataServiceName } from '@keyhaven/contracts/platform/services';
import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import type { OfferedContract } from '../contracts';
import type { OpenApiDocument, Server } from './document';

/** What distinguishes one OpenAPI document from the others. */
export interface DocumentKind {
  title: string;
  description: string;
  contracts: readonly OfferedContract[];
  /** Whether the document describes a route. */
  includes(route: AppRoute): boolean;
  servers: Server[];
  /** The servers of a route, if they differ from those of the document. */
  serversOf?(services: readonly DataServiceName[]): Server[];
  security: OpenApiDocument['security'];
  /** What a route accepts instead of the document's `security`; undefined if nothing else. */
  securityOf?(route: AppRoute): OpenApiDocument['security'] | undefined;
  securitySchemes: Record<string, object>;
  /** Whether the gateway is in front of the routes. */
  isPublic: boolean;
  /** Whether all operations belong to an old version of the API. */
  isDeprecated?: boolean;
  operationId(name: string, services: readonly DataServiceName[]): string;
  /** The tag of a route. */
  tagOf(path: string, services: readonly DataServiceName[]): string;
  /** The tags that the document uses, with their descriptions. */
  describeTags(used: ReadonlySet<string>): OpenApiDocument['tags'];
}
