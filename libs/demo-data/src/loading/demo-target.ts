/** The platform that the demo data is loaded into. */
export interface DemoTarget {
  /** The URL of each service, by name. */
  urls: Readonly<Record<string, string>>;
  /**
   * Returns a service token for the operator API of a service (the audience). Called before each
   * request.
   */
  serviceToken(audience: string): Promise<string>;
  /**
   * Returns a token that acts for an account at the public API of a service (the audience). Called
   * before each request.
   */
  accountToken(audience: string, accountId: number): Promise<string>;
}

/** The URL of a service, and how to get the token for requests to it. */
export interface TargetApi {
  url: string;
  token: () => Promise<string>;
}

/**
 * Returns the operator API of a service.
 * @throws Error if the target has no URL for the service.
 */
export function operatorApi(target: Pick<DemoTarget, 'urls' | 'serviceToken'>, service: string): TargetApi {
  const url = target.urls[service];
  if (url === undefined) throw new Error(`the demo data needs the ${service} service, but it was not started`);
  return { url, token: () => target.serviceToken(service) };
}
