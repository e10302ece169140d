import { faultOf } from './sbom.mjs';

const manifest = { name: 'shop', version: '1.0.0', dependencies: { '@scope/used': '1.2.3' } };
const lockFile = {
  packages: { 'node_modules/@scope/used': { version: '1.2.3' }, 'node_modules/tool': { version: '2.0.0', dev: true } },
};
const used = { group: '@scope', name: 'used', version: '1.2.3' };
const tool = { name: 'tool', version: '2.0.0' };

function faultIn(components: object[], address = 'https://github.com/shop'): string | undefined {
  const document = {
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'shop', version: '1.0.0', address } },
    components,
  };
  return faultOf(JSON.stringify(document), manifest, lockFile);
}

describe('the check of the SBOM', () => {
  it('accepts a document with exactly the production dependencies', () => {
    expect(faultIn([used])).toBeUndefined();
  });

  it('refuses a document that lacks a production dependency', () => {
    expect(faultIn([])).toBe('does not contain @scope/used@1.2.3');
  });

  it('refuses a document that contains a development dependency', () => {
    expect(faultIn([used, tool])).toBe('contains tool@2.0.0, which is no production dependency');
  });

  it('refuses a document that contains the address of another registry', () => {
    expect(faultIn([used], 'https://registry.example.com/shop.tgz')).toBe('contains the address registry.example.com');
  });
});
