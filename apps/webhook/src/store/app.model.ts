import { services } from '@keyhaven/contracts/platform/services';
import { formatInstant } from '@keyhaven/contracts/shared/instants';
import type { AppSettings } from '@keyhaven/contracts/webhook/app-settings';
import type { Entity } from '@keyhaven/persistence/entity';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { type Connection, type Model, Schema } from 'mongoose';

/** A signing secret in the format of Standard Webhooks. */
export interface SigningSecret {
  secret: string;
  created_utc: Date;
  /** The time until which deliveries are signed with this secret too. Null for the newest secret. */
  expires_utc: Date | null;
}

/**
 * Stores how deliveries of an app are sent, and whether they may be sent. An OAuth app has a document in each account
 * that authorized it. This document says whether the app may receive events of that account. The delivery settings are
 * in the document of the account that created the app.
 */
export interface AppDocument extends RecordDocument {
  app_key: string;
  webhook_url: string | null;
  basic: { username: string; password: string } | null;
  signing_secrets: SigningSecret[];
  revoked_utc: Date | null;
  /**
   * The number of the account's authorization (first, second, …) to which this document applies. Absent for the first
   * one.
   */
  term?: number;
}

export type AppBody = Body<AppDocument>;

export function appModel(connection: Connection): Model<AppDocument> {
  const mixed = Schema.Types.Mixed;
  const schema = tenantSchema<AppDocument>('apps', {
    app_key: String,
    webhook_url: String,
    basic: mixed,
    signing_secrets: [mixed],
    revoked_utc: Date,
    term: Number,
  })
    // Allows one document for each app. If two concurrent requests create it, the second one fails here, and then reads
    // the document of the first one.
    .index({ user_id: 1, app_key: 1 }, { unique: true, partialFilterExpression: { app_key: { $exists: true } } });
  return connection.model<AppDocument>('App', schema);
}

/**
 * Returns the number of the authorization (first, second, …) to which the app's document applies. An app without a
 * document has its first authorization.
 */
export function termOf(app: Pick<AppBody, 'term'> | undefined): number {
  return app?.term ?? 1;
}

/** Converts the settings to the format of the operator contract. */
export function presentApp({ _id, app_key, webhook_url, basic, signing_secrets, revoked_utc }: AppBody): AppSettings {
  return {
    id: _id,
    app_key,
    webhook_url,
    basic_username: basic?.username ?? null,
    signing_secrets: signing_secrets.map(({ secret, created_utc, expires_utc }) => ({
      secret,
      created_utc: formatInstant(created_utc),
      expires_utc: expires_utc && formatInstant(expires_utc),
    })),
    revoked_utc: revoked_utc && formatInstant(revoked_utc),
  };
}

/** Publishes changes of apps to operators. The events contain neither the secrets of the app nor its user name. */
export const appEntity: Entity<AppDocument> = {
  type: 'webhook_app',
  topic: services.webhook.topic,
  isIn: () => true,
  present: (body) => {
    const { signing_secrets: _secrets, basic_username: _username, ...recipients } = presentApp(body);
    return recipients;
  },
  withheld: ({ basic, signing_secrets }) => ({ basic, signing_secrets }),
  categories: () => [],
};
