import { createHash } from 'node:crypto';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { brandMark } from '@keyhaven/pages/components/brand';
import type { DocumentFiles } from '@keyhaven/pages/document/document';
import { pageScript } from '@keyhaven/pages/script/page-script';
import { styleSheet } from '@keyhaven/pages/style/style-sheet';
import type { Express } from 'express';

const PATH = '/portal/assets';

const icon = brandMark
  .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
  .replace('currentColor', '#1a7f64')
  .replace(' aria-hidden="true"', '');

const assets = {
  style: named('style', 'css', 'text/css', styleSheet),
  script: named('page', 'js', 'text/javascript', pageScript),
  icon: named('icon', 'svg', 'image/svg+xml', icon),
};

/**
 * The paths of the static files of every page. They contain a hash of the content, so that browsers may cache the files
 * for a year.
 */
export const pageFiles: DocumentFiles = {
  style: assets.style.path,
  script: assets.script.path,
  icon: assets.icon.path,
};

export function mountAssets(app: Express): void {
  const byPath = new Map(Object.values(assets).map((asset) => [asset.path, asset]));
  app.get(`${PATH}/:name`, (request, response) => {
    response.locals.route = `GET ${PATH}/:name`;
    const asset = byPath.get(request.path);
    if (!asset) throw new ApiError('not_found', `there is no ${request.path.slice(0, 200)}`);
    response.set({
      'Content-Type': `${asset.type}; charset=utf-8`,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
    });
    response.send(asset.content);
  });
}

function named(name: string, ending: string, type: string, text: string) {
  const content = Buffer.from(text);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return { path: `${PATH}/${name}.${hash}.${ending}`, type, content };
}
