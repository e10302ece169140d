// `nx g service NAME [--resource=NOUN]` adds a service made from template/. In the template, the service is called
// `sample` and the resource is called `widget`. The template is type-checked, linted and tested like other code.
const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');
const { Script } = require('node:vm');
const prettier = require('prettier');

const LIST = 'libs/contracts/src/platform/services.json';
const template = path.join(__dirname, 'template');
const capitalised = (word) => word[0].toUpperCase() + word.slice(1);

module.exports = async function addService(tree, { name, resource = 'item', plural = `${resource}s` }) {
  const list = JSON.parse(tree.read(LIST, 'utf8'));
  const folders = [name, `apps/${name}`, `libs/${name}`, `libs/contracts/src/${name}`];
  const taken = folders.find((folder) => tree.exists(folder));
  if (list[name] || taken)
    throw new Error(`the name ${name} is used already${taken ? `, by the folder ${taken}` : ''}`);
  for (const word of [name, resource, plural]) {
    if (!isVariableName(word)) throw new Error(`${word} cannot be the name of a variable, which the new files need`);
  }
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
        throw new Error(`the new service cannot be added to ${file}, because ${anchor} does not match anything in it`);
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
  const events = renamed(readFileSync(path.join(template, 'events/sample-events.ts'), 'utf8'), {
    name,
    resource,
    plural,
  });
  write(
    `libs/contracts/src/events/${name}-events.ts`,
    events.replaceAll("'@keyhaven/contracts/events/", "'./").replaceAll("'../contracts/", `'../${name}/`),
  );
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
    'apps/gateway/src/routing/upstreams.ts',
    [/(?=\n\/\*\*)/, `import { ${name}PublicContract } from '@keyhaven/contracts/${name}/public-contract';\n`],
    [/(?=\n} as const satisfies)/, `\n  ${name}: ${name}PublicContract,`],
  );
  // 16_384 must equal MAX_BODY_BYTES in the service.ts of the template.
  edit('libs/contracts/src/platform/body-limits.ts', [/(?=\n} as const satisfies)/, `\n  ${name}: 16_384,`]);
  edit(
    'libs/contracts/src/events/event-types.ts',
    [/^/, `import { ${name}Events } from './${name}-events';\n`],
    [/(?=\n};)/, `\n  ${name}: ${name}Events,`],
  );
  edit(
    'libs/api-docs/src/contracts.ts',
    [/^/, `import { ${name}PublicContract } from '@keyhaven/contracts/${name}/public-contract';\n`],
    [
      /(?<=publicContracts: readonly OfferedContract\[\] = \[[^\]]*)(?=\n\];)/,
      `\n  offered('${name}', ${name}PublicContract),`,
    ],
  );
  edit('libs/api-docs/src/openapi/tags.ts', [
    /(?=\n\];)/,
    `\n  { name: '${capitalised(plural)}', description: '${capitalised(plural)} of the account.', prefixes: ['${plural}'] },`,
  ]);
  edit('libs/service/src/auth/issuer-grants.ts', [/(?=\n};\n\nconst apiKinds)/, `\n  ${name}: {},`]);
  edit('ARCHITECTURE.md', [/\n(?=\| standalone)/, `\n| ${name} | ${port} | \`keyhaven.${name}\` | – | ${plural} |\n`]);
  edit('.env.example', [
    /((?:\n# [A-Z]+_URL=[^\n]*http:\/\/\w+:\d+[^\n]*)+)/,
    `$1\n${`# ${name.toUpperCase()}_URL=`.padEnd(35)}# http://${name}:${port}`,
  ]);

  // Adds the keys, the address and the container of the service, and the volume of its keys.
  edit(
    'docker-compose.yml',
    [/((?:\n {6}- keys-of-\w+:\/keys-of\/\w+)+)/, `$1\n      - keys-of-${name}:/keys-of/${name}`],
    [/((?:\n {2}[A-Z]+_URL: http:\/\/\w+:\d+)+)/, `$1\n  ${name.toUpperCase()}_URL: http://${name}:${port}`],
    [/(?=\n {2}portal:\n)/, containerOf(name)],
    [/((?:\n {2}keys-of-\w+:(?=\n))+)/, `$1\n  keys-of-${name}:`],
  );
  edit('docker-compose.local.yml', [/(?=\n {2}backup: \*database)/, `\n  ${name}: *database`]);

  for (const file of written) {
    const options = await prettier.resolveConfig(path.join(tree.root, file));
    const { inferredParser } = await prettier.getFileInfo(file);
    if (inferredParser)
      tree.write(file, await prettier.format(tree.read(file, 'utf8'), { ...options, filepath: file }));
  }
  return () =>
    console.log(
      `\nThe service ${name} listens on port ${port}. Next, edit its fields in libs/contracts/src/${name}/${resource}.ts, the ` +
        `services that it may call in libs/service/src/auth/issuer-grants.ts, its container in docker-compose.yml (its ` +
        `own settings, and the demo if that needs it), and its writes in ` +
        `apps/${name}/src/testing/crash (apps/fees shows how). Add examples of its routes in tools/docs/examples, and write ` +
        `the documents and manifests: npm run docs:examples, docs:openapi, docs:events, k8s:manifests.`,
    );
};

/** The container of a service that stores data, as text of docker-compose.yml. */
function containerOf(name) {
  return `
  ${name}:
    <<: *stored
    command: [${name}]
    volumes: ['keys-of-${name}:/keys:ro']
    environment: *settings
`;
}

function isVariableName(word) {
  try {
    new Script(`'use strict'; let ${word};`);
    return true;
  } catch {
    return false;
  }
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)));
}

/**
 * Replaces the literal name of the topic with the topic in the list of services. The template contains the literal
 * name, because the service `sample` is not in that list.
 */
function withTopic(text, name) {
  const topic = `'keyhaven.${name}'`;
  if (!text.includes(topic)) return text;
  const imported = "import { services } from '@keyhaven/contracts/platform/services';\n";
  return imported + text.replaceAll(topic, `services.${name}.topic`);
}

/** Replaces the names of the template with those of the new service. */
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
