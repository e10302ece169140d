/** The platform that the demo data goes to: its services at their own addresses, and who vouches for the writer. */
export interface DemoTarget {
  identityUrl: string;
  bookingUrl: string;
  /** A service token for the audience: opens its operator face. Asked for anew for each request. */
  serviceToken(audience: string): Promise<string>;
  /** A token that acts for the account at the audience: opens its public face. Asked for anew for each request. */
  accountToken(audience: string, accountId: number): Promise<string>;
}
