import type { PersonInAccount } from '@keyhaven/contracts/identity/person';
import type { DocumentFiles } from '@keyhaven/pages/document/document';
import type { Flash } from './flash';
import type { ShownOnce } from './shown-once';

/** A person who is signed in. */
export interface Session extends PersonInAccount {
  /** The token of the session, which is the value of its cookie. */
  token: string;
  expiresUtc: string;
  /** The account and the person on whose behalf the portal calls the identity service. */
  onBehalf: { user_id: number; person_id: number };
}

/** A request for a page, as the functions of routes receive it. */
export interface Visit {
  requestId: string;
  /** The IP address of the client. The identity service limits the number of attempts from one address. */
  address: string;
  /** The path and query as they were sent. */
  url: string;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  form: SentForm;
  /** The CSRF token for the hidden field of every form. */
  csrfToken: string;
  /** The message from the previous page. */
  flash?: Flash;
  /** A new secret that this page shows. Undefined after it was shown. */
  secret?: ShownOnce;
  files: DocumentFiles;
  /** The public URL of the platform, without a path. */
  publicUrl: string;
  now: Date;
  session?: Session;
}

/** A visit of a person who is signed in. */
export interface SignedInVisit extends Visit {
  session: Session;
}

/** The fields of a submitted form. */
export class SentForm {
  constructor(private readonly fields: Readonly<Record<string, unknown>>) {}

  /** Whether the form has this field, which may be empty. */
  has(name: string): boolean {
    return Object.hasOwn(this.fields, name);
  }

  /** Returns the text of a field without spaces around it. Empty if the field was not sent. */
  text(name: string): string {
    return this.raw(name).trim();
  }

  /** Returns the text of a field including spaces around it, for passwords. */
  raw(name: string): string {
    const value = this.fields[name];
    if (typeof value === 'string') return value;
    return Array.isArray(value) && typeof value[0] === 'string' ? value[0] : '';
  }

  /** Whether a checkbox was checked. */
  isChecked(name: string): boolean {
    return this.raw(name) !== '';
  }

  /** Returns the lines of a field without spaces around them. Leaves out empty lines. */
  lines(name: string): string[] {
    const lines = this.raw(name).split(/\r?\n/);
    return lines.map((line) => line.trim()).filter((line) => line !== '');
  }
}
