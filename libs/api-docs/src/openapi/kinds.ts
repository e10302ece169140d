import type { DataServiceName } from '@keyhaven/contracts/platform/services';
import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import type { OfferedContract } from '../contracts';
import type { OpenApiDocument, Server } from './document';

/** The settings in which the OpenAPI documents differ. */
export interface DocumentKind {
  title: string;
  description: string;
  contracts: readonly OfferedContract[];
  /** Whether the document contains a route. */
  includes(route: AppRoute): boolean;
  servers: Server[];
  /** The servers of a route, if the document's `servers` do not apply. */
  serversOf?(services: readonly DataServiceName[]): Server[];
  security: OpenApiDocument['security'];
  /** The security of a route, if the document's `security` does not apply; otherwise undefined. */
  securityOf?(route: AppRoute): OpenApiDocument['security'] | undefined;
  securitySchemes: Record<string, object>;
  /** Whether clients reach the routes through the gateway. */
  isPublic: boolean;
  /**
   * Whether the document describes an old version of the API, so that all its operations are
   * deprecated.
   */
  isDeprecated?: boolean;
  operationId(name: string, services: readonly DataServiceName[]): string;
  /** The tag under which a route is listed. */
  tagOf(path: string, services: readonly DataServiceName[]): string;
  /** The tags that the document uses, with their descriptions. */
  describeTags(used: ReadonlySet<string>): OpenApiDocument['tags'];
}
