import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

/**
 * Each case has a file of an app, the module that it imports, and the rule that refuses the import. Without a rule, the
 * import is allowed.
 */
const cases: [name: string, file: string, imports: string, rule?: string][] = [
  ['a domain rule that imports a model', 'stays/domain/rules.ts', 'store/stay.model', 'domain-is-pure'],
  ['a domain rule that imports its resource', 'stays/domain/rules.ts', 'stays/read-stays', 'domain-is-pure'],
  [
    'a domain rule that imports an error',
    'stays/domain/rules.ts',
    'libs/contracts/src/shared/errors',
    'domain-is-pure',
  ],
  ['a domain rule that imports the repository', 'stays/domain/rules.ts', 'libs/persistence/src/x', 'domain-is-pure'],
  ['a domain rule for all resources that imports a model', 'domain/rules.ts', 'store/stay.model', 'domain-is-pure'],
  ['a domain rule that imports another domain rule', 'stays/domain/rules.ts', 'domain/rules'],
  ['a domain rule that imports a type of the contract', 'stays/domain/rules.ts', 'libs/contracts/src/stay'],
  ['jobs.ts that imports a model', 'jobs.ts', 'store/stay.model', 'jobs-import-domain-only'],
  ['jobs.ts that imports a domain rule', 'jobs.ts', 'stays/domain/rules'],
  ['a model that imports a resource', 'store/stay.model.ts', 'stays/read-stays', 'store-imports-no-resource'],
  ['a model that imports a domain rule', 'store/stay.model.ts', 'stays/domain/rules'],
  ['a model that imports jobs.ts', 'store/stay.model.ts', 'jobs'],
  ['a resource that imports a route', 'stays/read-stays.ts', 'routes/public', 'only-the-service-imports-routes'],
  ['a resource that imports the service', 'stays/read-stays.ts', 'service', 'folders-import-no-file-of-the-root'],
  ['a resource that imports jobs.ts', 'stays/read-stays.ts', 'jobs'],
  ['a resource that imports a model', 'stays/read-stays.ts', 'store/stay.model'],
  ['a route that imports a resource', 'routes/public.ts', 'stays/read-stays'],
  ['the service that imports a route', 'service.ts', 'routes/public'],
];

describe('npm run lint:layers', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'layers-'));
  let refusals: { from: string; rule: string }[];

  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };

  /** Each case gets its own app, so that a single run checks all of them. */
  beforeAll(() => {
    for (const lib of ['contracts/src/shared/errors', 'contracts/src/stay', 'persistence/src/x']) {
      write(`libs/${lib}.ts`, 'export const x = 1;\n');
    }
    const files = ['service', 'jobs', 'routes/public', 'stays/read-stays', 'stays/domain/rules', 'domain/rules'];
    for (const [index, [, file, imported]] of cases.entries()) {
      const app = `apps/app-${index}/src`;
      for (const other of [...files, 'store/stay.model']) write(`${app}/${other}.ts`, 'export const x = 1;\n');
      const target = imported.startsWith('libs/') ? imported : `${app}/${imported}`;
      const relative = path.relative(path.dirname(`${app}/${file}`), target);
      const specifier = relative.startsWith('.') ? relative : `./${relative}`;
      write(`${app}/${file}`, `import { x } from '${specifier}';\nexport const y = x;\n`);
    }
    const apps = JSON.stringify(cases.map((_, index) => `app-${index}`));
    write('config.cjs', `exports.forbidden = require('${root}/tools/lint/layers.cjs').layerRules(${apps});`);
    const cruiser = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const options = ['--config', 'config.cjs', '--output-type', 'json', '--ts-pre-compilation-deps', 'apps', 'libs'];
    const { stdout, stderr } = spawnSync(process.execPath, [cruiser, ...options], { cwd: folder, encoding: 'utf8' });
    if (stdout === '') throw new Error(stderr);
    const { summary } = JSON.parse(stdout) as { summary: { violations: { from: string; rule: { name: string } }[] } };
    refusals = summary.violations.map(({ from, rule }) => ({ from, rule: rule.name }));
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(cases.map(([name, , , rule], index) => [`${rule ? 'refuses' : 'allows'} ${name}`, index, rule] as const))(
    '%s',
    (_name, index, rule) => {
      const found = refusals.filter(({ from }) => from.startsWith(`apps/app-${index}/`));
      expect(found.map((refusal) => refusal.rule)).toEqual(rule === undefined ? [] : [rule]);
    },
  );
});
