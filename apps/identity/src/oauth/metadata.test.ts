import { type IdentityUnderTest, startIdentityUnderTest } from '../testing/identity-under-test';

let service: IdentityUnderTest;
beforeAll(async () => void (service = await startIdentityUnderTest()));
afterAll(() => service.stop());

describe('the metadata documents', () => {
  it('describe the authorization server (RFC 8414) and the API (RFC 9728)', async () => {
    const server = await service.asAnyone().get('/.well-known/oauth-authorization-server');
    expect(server.body).toMatchObject({
      issuer: 'http://127.0.0.1:8080',
      authorization_endpoint: 'http://127.0.0.1:8080/oauth/authorize',
      token_endpoint: 'http://127.0.0.1:8080/oauth/access_token',
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['full', 'read'],
    });
    const resource = await service.asAnyone().get('/.well-known/oauth-protected-resource');
    expect(resource.body).toMatchObject({
      resource: server.body.issuer,
      authorization_servers: [server.body.issuer],
      bearer_methods_supported: ['header'],
    });
  });
});
