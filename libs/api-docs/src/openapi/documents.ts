import { CONSENT_PATH, PORTAL_PATH } from '@keyhaven/contracts/portal/public-contract';
import { PAYMENT_FORMS_PATH } from '@keyhaven/contracts/booking/payment-form';
import { TOKEN_PATH } from '@keyhaven/contracts/identity/oauth-token-routes';
import { type DataServiceName, dataServiceNames, services } from '@keyhaven/contracts/platform/services';
import { isOpenRoute } from '@keyhaven/contracts/shared/open-route';
import { scopeOf } from '@keyhaven/contracts/shared/scopes';
import { internalContracts, operatorContracts, publicContracts } from '../contracts';
import type { DocumentKind } from './kinds';
import { describeTags, publicTagOf } from './tags';

const isVersion1 = (path: string) => path.startsWith('/v1/');
/** Whether a path is an HTML page for browsers, which API clients do not call. */
export const isPage = (path: string) =>
  [PAYMENT_FORMS_PATH, PORTAL_PATH, CONSENT_PATH].some((one) => path.startsWith(one));

const securitySchemes = {
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'An e-mail address of the account as the user name, and a personal access token as the password.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The access token of an app. Personal access tokens are sent as Basic credentials.',
  },
  oauth2: {
    type: 'oauth2',
    description: 'Apps get their tokens by OAuth 2.0 with an authorization code. Public apps must use PKCE (S256).',
    flows: {
      authorizationCode: {
        authorizationUrl: CONSENT_PATH,
        tokenUrl: TOKEN_PATH,
        refreshUrl: TOKEN_PATH,
        scopes: { full: 'Reads and writes.', read: 'Reads only.' },
      },
    },
  },
};

/** The security of reads: a token with either scope is enough. */
const ofReads: Record<string, string[]>[] = [{ basic: [] }, { bearer: [] }, { oauth2: ['read'] }, { oauth2: ['full'] }];

const atGateway: Omit<DocumentKind, 'title' | 'description' | 'includes'> = {
  contracts: publicContracts,
  // Clients resolve this URL relative to the URL of the document.
  servers: [{ url: '/', description: 'The gateway that serves this document.' }],
  security: [{ basic: [] }, { bearer: [] }, { oauth2: ['full'] }],
  securityOf: (route) => {
    if (isOpenRoute(route)) return [];
    return scopeOf(route) === 'read' ? ofReads : undefined;
  },
  securitySchemes,
  isPublic: true,
  operationId: (name: string) => name,
  tagOf: publicTagOf,
  describeTags,
};

const conventions = `
- Send JSON in UTF-8. Texts must not contain control characters other than line breaks and tabs.
- Names of query parameters and fields are written as shown. Unknown ones are ignored, and the header \`X-Ignored\` lists them.
- Clients may send back a record as they read it: fields that only the server decides are accepted with their current values, and refused with others.
- Ids and other whole numbers are also accepted as strings. Words such as \`active\` are accepted in any case.
- Answers and events may get more fields and more values. Ignore those that you do not know.
- Every error has the same body (\`Error\`). \`status\` is its code.`;

/** The URLs at which services listen by default. */
const addressesOf = (offering: readonly DataServiceName[]) =>
  offering.map((name) => ({ url: `http://127.0.0.1:${services[name].port}`, description: name }));

const atServices: Omit<DocumentKind, 'title' | 'description' | 'contracts' | 'securitySchemes'> = {
  servers: addressesOf(dataServiceNames),
  security: [{ serviceToken: [] }],
  isPublic: false,
  operationId: (name: string, offering: readonly DataServiceName[]) =>
    offering.length === 1 ? `${offering[0]}_${name}` : name,
  includes: () => true,
  serversOf: addressesOf,
  tagOf: (_path: string, offering: readonly DataServiceName[]) =>
    offering.length === 1 ? offering[0]! : 'all services',
  describeTags: (used: ReadonlySet<string>) => [
    ...dataServiceNames
      .filter((name) => used.has(name))
      .map((name) => ({ name, description: `The routes of the service ${name}.` })),
    ...(used.has('all services') ? [{ name: 'all services', description: 'The routes of every service.' }] : []),
  ],
};

const serviceToken = (description: string) => ({ serviceToken: { type: 'http', scheme: 'bearer', description } });

export const documentNames = ['v2', 'v1', 'operator', 'internal'] as const;
export type DocumentName = (typeof documentNames)[number];

/** The documents, by file name. */
export const documentKinds: Readonly<Record<DocumentName, DocumentKind>> = {
  v2: {
    ...atGateway,
    title: 'Keyhaven API, version 2',
    description: `Bookings, quotes, properties, prices, messages, money and webhooks of a vacation-rental platform.\n${conventions}`,
    includes: ({ path }) => !isVersion1(path) && !isPage(path),
  },
  v1: {
    ...atGateway,
    title: 'Keyhaven API, version 1',
    description: `The old version of the API, with names in camelCase. Use version 2 for new programs. The same paths also exist below \`/v1.1\` and \`/api\`. The method TEST of a path is the same as POST to the path with \`/test\`.\n${conventions}`,
    includes: ({ path }) => isVersion1(path),
    isDeprecated: true,
  },
  operator: {
    ...atServices,
    title: 'Keyhaven operator API',
    description:
      'The routes for operators and importers. Call each service at its own address, with a token of an issuer that the service trusts. The gateway does not offer these routes.',
    contracts: operatorContracts,
    securitySchemes: serviceToken('A token for operators (JWT), signed by an issuer that the service trusts.'),
  },
  internal: {
    ...atServices,
    title: 'Keyhaven internal API',
    description:
      'The calls between the services. They may change with every release, because all services have the same version.',
    contracts: internalContracts,
    securitySchemes: serviceToken('A token of another service (JWT), valid for 60 seconds.'),
  },
};
