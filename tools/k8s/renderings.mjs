// Renders the base, every overlay, and the components that no overlay uses.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { toJson } from './python.mjs';

const folder = fileURLToPath(new URL('../../k8s/', import.meta.url));

/** @returns the objects of each rendering, by its name. */
export function renderings({ kustomize, python }) {
  const build = (directory) =>
    toJson(python, execFileSync(kustomize, ['build', directory], { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 }));
  const overlays = readdirSync(path.join(folder, 'overlays')).filter((name) => !name.startsWith('.'));
  const rendered = Object.fromEntries(overlays.map((name) => [name, build(path.join(folder, 'overlays', name))]));
  return { base: build(path.join(folder, 'base')), ...rendered, components: withOtherComponents(build) };
}

/** The production overlay with the components that it leaves out. */
function withOtherComponents(build) {
  const overlay = path.join(folder, 'overlays/production');
  const temporary = mkdtempSync(path.join(folder, 'overlays/.check-'));
  const production = readFileSync(path.join(overlay, 'kustomization.yaml'), 'utf8');
  const changed = production
    .replace('/ingress\n', '/gateway-api\n')
    .replaceAll('# - ../../components', '- ../../components')
    .replace(/^patches:[^]*/m, '');
  try {
    writeFileSync(path.join(temporary, 'kustomization.yaml'), changed);
    for (const file of ['namespace.yaml', 'settings.env']) {
      writeFileSync(path.join(temporary, file), readFileSync(path.join(overlay, file)));
    }
    return build(temporary);
  } finally {
    rmSync(temporary, { recursive: true });
  }
}
