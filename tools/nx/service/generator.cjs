// nx g service NAME [--resource=NOUN]: adds a service made from the one in template/, whose service is called `sample` and
// whose resource is called `widget`. The template is type-checked, linted and tested like any other code.
const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');
const prettier = require('prettier');

const LIST = 'libs/contracts/src/platform/services.json';
const template = path.join(__dirname, 'template');
const capitalised = (word) => word[0].toUpperCase() + word.slice(1);

module.exports = async function addService(tree, { name, resource = 'item', plural = `${resource}s` }) {
  const list = JSON.parse(tree.read(LIST, 'utf8'));
  if (list[name] || tree.exists(`apps/${name}`)) throw new Error(`${name} is the name of an app already`);
  const port = Math.max(...Object.values(list).map((service) => service.port)) + 1;

  const written = [];
  const write = (file, text) => {
    tree.write(file, text);
    written.push(file);
  };
  const edit = (file, ...changes) => {
    let text = tree.read(file, 'utf8');
    for (const [anchor, replacement] of changes) {
      if (!anchor.test(text))
        throw new Error(`${file} has no place for the new service: ${anchor} matches nothing in it`);
      text = text.replace(anchor, replacement);
    }
    write(file, text);
  };

  for (const file of filesBelow(path.join(template, 'app'))) {
    const text = renamed(readFileSync(path.join(template, 'app', file), 'utf8'), { name, resource, plural });
    write(
      `apps/${name}/src/${renamed(file, { name, resource, plural })}`,
      withTopic(text.replace(/'(\.\.\/)+contracts\//g, `'@keyhaven/contracts/${name}/`), name),
    );
  }
  for (const file of filesBelow(path.join(template, 'contracts'))) {
    const text = renamed(readFileSync(path.join(template, 'contracts', file), 'utf8'), { name, resource, plural });
    write(
      `libs/contracts/src/${name}/${renamed(file, { name, resource, plural })}`,
      text.replaceAll("'@keyhaven/contracts/", "'../"),
    );
  }
  const project = JSON.parse(tree.read('apps/fees/project.json', 'utf8').replaceAll('fees', name));
  write(`apps/${name}/project.json`, JSON.stringify(project));
  tree.write(`apps/${name}/jest.config.cjs`, tree.read('apps/fees/jest.config.cjs'));

  edit(LIST, [/\n}\s*$/, `,\n  "${name}": { "port": ${port}, "topic": "keyhaven.${name}" }\n}\n`]);
  edit('tsconfig.base.json', [
    /("@keyhaven\/\w+\/\*": \["apps\/[^\n]*\])(\n\s*})/,
    `$1,\n"@keyhaven/${name}/*": ["apps/${name}/src/*"]$2`,
  ]);
  edit(
    'apps/standalone/src/services.ts',
    [/(?=\n\/\*\*)/, `import { ${name}Service } from '@keyhaven/${name}/service';\n`],
    [/(?=\n} as const satisfies)/, `\n  ${name}: ${name}Service,`],
  );
  edit(
    'apps/gateway/src/upstreams.ts',
    [/(?=\n\/\*\*)/, `import { ${name}PublicContract } from '@keyhaven/contracts/${name}/public-contract';\n`],
    [/(?=\n} as const satisfies)/, `\n  ${name}: ${name}PublicContract,`],
  );
  edit('libs/service/src/auth/issuer-grants.ts', [/(?=\n};\n\nconst apiKinds)/, `\n  ${name}: {},`]);
  edit('ARCHITECTURE.md', [/\n(?=\| standalone)/, `\n| ${name} | ${port} | \`keyhaven.${name}\` | – | ${plural} |\n`]);
  edit('.env.example', [
    /((?:\n# [A-Z]+_URL=[^\n]*http:\/\/\w+:\d+[^\n]*)+)/,
    `$1\n${`# ${name.toUpperCase()}_URL=`.padEnd(35)}# http://${name}:${port}`,
  ]);

  for (const file of written) {
    const options = await prettier.resolveConfig(path.join(tree.root, file));
    const { inferredParser } = await prettier.getFileInfo(file);
    if (inferredParser)
      tree.write(file, await prettier.format(tree.read(file, 'utf8'), { ...options, filepath: file }));
  }
  return () =>
    console.log(
      `\nThe service ${name} listens on port ${port}. Next: its fields in libs/contracts/src/${name}/${resource}.ts, the ` +
        `services that it may call in libs/service/src/auth/issuer-grants.ts, and its writes in ` +
        `apps/${name}/src/testing/crash (apps/fees shows how).`,
    );
};

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)));
}

/** Names the topic as in the list of services, where the template's service is not. */
function withTopic(text, name) {
  const topic = `'keyhaven.${name}'`;
  if (!text.includes(topic)) return text;
  const imported = "import { services } from '@keyhaven/contracts/platform/services';\n";
  return imported + text.replaceAll(topic, `services.${name}.topic`);
}

/** A text of the template with the names of the new service. */
function renamed(text, { name, resource, plural }) {
  const article = /^[aeiou]/.test(resource) ? 'an' : 'a';
  return text
    .replace(/\b([Aa]) (?=widget)/g, (_found, a) => (a === 'A' ? capitalised(article) : article) + ' ')
    .replaceAll('widgets', plural)
    .replaceAll('Widgets', capitalised(plural))
    .replaceAll('widget', resource)
    .replaceAll('Widget', capitalised(resource))
    .replaceAll('sample', name)
    .replaceAll('Sample', capitalised(name));
}
