/** An e-mail address and a personal access token (`pt_…`), sent as Basic credentials. */
export interface PersonalCredentials {
  emailAddress: string;
  personalToken: string;
}

/** An access token (`at_…`), sent as a Bearer token. */
export interface BearerCredentials {
  accessToken: string;
}

/** The tokens of an OAuth app that uses refresh tokens. */
export interface OAuthTokens {
  accessToken: string;
  refreshToken: string;
  expiresAt: Date;
}

/** An OAuth app with a refresh token. The client gets new access tokens when it needs them. */
export interface OAuthCredentials {
  clientId: string;
  /** Absent for public apps. */
  clientSecret?: string;
  refreshToken: string;
  /** The current access token, if you have one. */
  accessToken?: string;
  expiresAt?: Date;
  /**
   * Stores new tokens. The client waits until they are stored before it uses them. If you lost them
   * and sent the old refresh token again, the platform would revoke all tokens of the
   * authorization.
   */
  onTokens: (tokens: OAuthTokens) => void | Promise<void>;
}

export type Credentials = PersonalCredentials | BearerCredentials | OAuthCredentials;
