/** The platform that the demo data goes to: its services at their own addresses, and who vouches for the writer. */
export interface DemoTarget {
  /** The own address of each service, by its name. */
  urls: Readonly<Record<string, string>>;
  /** A service token for the audience: opens its operator face. Asked for anew for each request. */
  serviceToken(audience: string): Promise<string>;
  /** A token that acts for the account at the audience: opens its public face. Asked for anew for each request. */
  accountToken(audience: string, accountId: number): Promise<string>;
}

/** @throws Error when the platform is run without the service. */
export function urlOf({ urls }: Pick<DemoTarget, 'urls'>, service: string): string {
  const url = urls[service];
  if (url === undefined) throw new Error(`the demo data needs the ${service} service, and it was not started`);
  return url;
}
