import type { Reply } from './reply';
import type { SignedInVisit, Visit } from './visit';

type Answer<Kind extends Visit> = (visit: Kind) => Promise<Reply> | Reply;

/** A route, and who may use it: everyone, people who are signed in, or only owners of their account. */
export type PageRoute = { method: 'GET' | 'POST'; path: string } & (
  { access: 'everyone'; answer: Answer<Visit> } | { access: 'people' | 'owners'; answer: Answer<SignedInVisit> }
);

/** A page for people who are signed in. Others are redirected to the sign-in page, and then back to this page. */
export function page(path: string, answer: Answer<SignedInVisit>): PageRoute {
  return { method: 'GET', path, access: 'people', answer };
}

/** A form for people who are signed in. */
export function form(path: string, answer: Answer<SignedInVisit>): PageRoute {
  return { method: 'POST', path, access: 'people', answer };
}

/** A page that only owners may open. Members get a page that says so. */
export function ownersPage(path: string, answer: Answer<SignedInVisit>): PageRoute {
  return { method: 'GET', path, access: 'owners', answer };
}

export function ownersForm(path: string, answer: Answer<SignedInVisit>): PageRoute {
  return { method: 'POST', path, access: 'owners', answer };
}

export function openPage(path: string, answer: Answer<Visit>): PageRoute {
  return { method: 'GET', path, access: 'everyone', answer };
}

export function openForm(path: string, answer: Answer<Visit>): PageRoute {
  return { method: 'POST', path, access: 'everyone', answer };
}
