import type { OAuthApp } from '@keyhaven/contracts/identity/oauth-apps';
import { formatInstant, instantOrBlank } from '@keyhaven/contracts/shared/instants';
import type { Entity } from '@keyhaven/persistence/entity';
import { withDeletion } from '@keyhaven/persistence/purge-deleted';
import { type Body, type RecordDocument, tenantSchema } from '@keyhaven/persistence/tenant-document';
import { type Connection, type Model, Schema } from 'mongoose';

/** A client secret. Only its hash is stored. */
export interface ClientSecret {
  id: number;
  hash: string;
  ending: string;
  created_utc: Date;
  /** When the secret was last used. A new use is stored at most once an hour. */
  last_used_utc: Date | null;
}

/** An OAuth app, which is a client of the API. It belongs to the account that created it. */
export interface AppDocument extends RecordDocument {
  client_id: string;
  name: string;
  description: string;
  website_url: string | null;
  redirect_uris: string[];
  is_public: boolean;
  uses_refresh_tokens: boolean;
  is_subscribed_to_announcements: boolean;
  /** The client secrets of the app, oldest first. */
  secrets: ClientSecret[];
  is_deleted: boolean;
}

export type AppBody = Body<AppDocument>;

/**
 * The collection of the OAuth apps of all accounts. A token request contains only the client id, and the query by
 * client id finds the account. So the index by client id cannot start with the account. This is acceptable because
 * there are few apps.
 */
export function appModel(connection: Connection): Model<AppDocument> {
  const schema = tenantSchema<AppDocument>('apps', {
    client_id: String,
    name: String,
    description: String,
    website_url: String,
    redirect_uris: [String],
    is_public: Boolean,
    uses_refresh_tokens: Boolean,
    is_subscribed_to_announcements: Boolean,
    secrets: [Schema.Types.Mixed],
    is_deleted: Boolean,
  })
    // Serves the query, across all accounts, for apps that are subscribed to the announcements.
    .index(
      { is_subscribed_to_announcements: 1, _id: 1 },
      { partialFilterExpression: { is_subscribed_to_announcements: true } },
    )
    // Serves authorization and token requests. A client id, even an imported one, belongs to only one app of the
    // platform.
    .index({ client_id: 1 }, { unique: true, partialFilterExpression: { client_id: { $exists: true } } });
  return connection.model<AppDocument>('App', withDeletion(schema));
}

export function presentApp(body: AppBody): OAuthApp {
  const { _id, client_id, name, description, website_url, redirect_uris, is_public, uses_refresh_tokens } = body;
  const { is_subscribed_to_announcements, secrets, created_utc, updated_utc } = body;
  return {
    id: _id,
    client_id,
    name,
    description,
    website_url,
    redirect_uris,
    is_public,
    uses_refresh_tokens,
    is_subscribed_to_announcements,
    secrets: secrets.map((secret) => ({
      id: secret.id,
      ending: secret.ending,
      created_utc: formatInstant(secret.created_utc),
      last_used_utc: secret.last_used_utc && formatInstant(secret.last_used_utc),
    })),
    created_utc: instantOrBlank(created_utc),
    updated_utc: instantOrBlank(updated_utc),
  };
}

/** Apps publish no events; a deletion triggers a job. */
export const appEntity: Entity<AppDocument, OAuthApp> = {
  type: 'app',
  isIn: ({ is_deleted }) => !is_deleted,
  present: presentApp,
  // The record contains only the last characters of a secret. A new secret counts as a change of the app even if its
  // last characters are those of the old one.
  withheld: ({ secrets }) => secrets,
  categories: () => [],
  stampedWhenDeleted: () => ['deleted_utc'],
};

/** Finds the app with a client id in any account, because clients send only their id. */
export async function findClient(model: Model<AppDocument>, clientId: string): Promise<AppBody | null> {
  return model.findOne({ client_id: clientId, is_deleted: false }).lean<AppBody>();
}
