import { Binary } from 'bson';
import { isDocument, type Document } from '../../values/document';

/** The session of a command, from its `lsid`, as a hexadecimal string. */
export function sessionOf(body: Document): string | undefined {
  return isDocument(body.lsid) ? sessionId(body.lsid) : undefined;
}

export function sessionId(lsid: Document): string | undefined {
  return lsid.id instanceof Binary ? Buffer.from(lsid.id.value()).toString('hex') : undefined;
}
