/** An e-mail address and a personal access token (`pt_…`), sent as Basic. */
export interface PersonalCredentials {
  emailAddress: string;
  personalToken: string;
}

/** An access token (`at_…`), sent as Bearer. */
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
  /** The access token, if it is known. */
  accessToken?: string;
  expiresAt?: Date;
  /**
   * Stores new tokens. The client waits for it before it uses them, because an old refresh token that is used again ends
   * all tokens of the authorization.
   */
  onTokens: (tokens: OAuthTokens) => void | Promise<void>;
}

export type Credentials = PersonalCredentials | BearerCredentials | OAuthCredentials;
