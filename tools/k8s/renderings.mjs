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
  return {
    base: build(path.join(folder, 'base')),
    ...rendered,
    components: changedProduction(build, {
      'kustomization.yaml': (overlay) =>
        overlay.replace('/ingress\n', '/gateway-api\n').replaceAll('# - ../../components', '- ../../components'),
    }),
    volume: changedProduction(build, {
      'kustomization.yaml': (overlay) => overlay.replace('/attachments-s3\n', '/attachments-volume\n'),
      'settings.env': (settings) => settings.replace(/^S3_.*\n/gm, ''),
    }),
  };
}

/**
 * Renders the production overlay with changed files and without its patches.
 * @param changes the functions that change the contents of files, by file name.
 */
function changedProduction(build, changes) {
  const overlay = path.join(folder, 'overlays/production');
  const temporary = mkdtempSync(path.join(folder, 'overlays/.check-'));
  try {
    for (const file of readdirSync(overlay)) {
      const content = readFileSync(path.join(overlay, file), 'utf8');
      const changed = changes[file]?.(content) ?? content;
      const isOverlay = file === 'kustomization.yaml';
      writeFileSync(path.join(temporary, file), isOverlay ? changed.replace(/^patches:[^]*/m, '') : changed);
    }
    return build(temporary);
  } finally {
    rmSync(temporary, { recursive: true });
  }
}
