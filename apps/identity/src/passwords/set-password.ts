import { epochOf, type UserBody } from '../store/user.model';

/** Returns the person with a new password. All earlier links and sessions become invalid. */
export function withPassword({ links: _links, ...before }: UserBody, password_hash: string): UserBody {
  return { ...before, password_hash, access_epoch: epochOf(before) + 1 };
}
