import { createHash } from 'node:crypto';
import { HELP_PATH, LLMS_PATH } from '@keyhaven/contracts/portal/public-contract';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import { sitePageHeaders } from '@keyhaven/pages/document/page-headers';
import type { Express, Response } from 'express';
import { linkToMarkdown } from './domain/rewrite-links';
import { type HelpLibrary, readLibrary } from './help-library';
import { sectionPaths } from './help-page';
import { llmsText } from './llms-text';
import { renderHelpPage } from './render-help';
import { searchPage } from './search-page';

/** The content that is served at a path. */
interface Content {
  type: 'html' | 'markdown';
  body: string;
  etag: string;
}

/**
 * Serves the help pages. They need no session and are the same for everybody. So each page is rendered once, at the
 * first request, and may be cached.
 */
export function mountHelp(app: Express, publicUrl: string): void {
  let read: HelpLibrary | undefined;
  const library = () => (read ??= readLibrary());
  const kept = new Map<string, Content>();
  const keep = (address: string, type: Content['type'], render: () => string): Content => {
    const found = kept.get(address);
    if (found) return found;
    const body = render();
    const content = { type, body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
    kept.set(address, content);
    return content;
  };

  app.get(LLMS_PATH, (_request, response) => {
    response.locals.route = `GET ${LLMS_PATH}`;
    send(
      response,
      keep(LLMS_PATH, 'markdown', () => llmsText(library(), publicUrl)),
    );
  });
  app.get(HELP_PATH, (_request, response) => {
    response.locals.route = `GET ${HELP_PATH}`;
    response.redirect(303, sectionPaths.guides);
  });
  app.get(`${HELP_PATH}/search`, (request, response) => {
    response.locals.route = `GET ${HELP_PATH}/search`;
    const { q } = request.query;
    response.set(sitePageHeaders()).send(searchPage(library(), typeof q === 'string' ? q.slice(0, 200).trim() : ''));
  });
  app.get(`${HELP_PATH}/*path`, (request, response) => {
    response.locals.route = `GET ${HELP_PATH}/*`;
    const [, address, ending] = /^(.*?)(\.md)?$/.exec(request.path)!;
    const page = library().find(address!);
    if (!page && ending !== undefined) return sendMissing(response, request.path);
    if (!page) throw new ApiError('not_found', `there is no ${request.path.slice(0, 200)}`);
    send(
      response,
      ending === undefined
        ? keep(page.path, 'html', () => renderHelpPage(library(), page))
        : keep(`${page.path}.md`, 'markdown', () => linkToMarkdown(page.markdown)),
    );
  });
}

const types = { html: 'text/html; charset=utf-8', markdown: 'text/markdown; charset=utf-8' } as const;

/** Responds with 404 and a short text in markdown to a request for the markdown of a page that does not exist. */
function sendMissing(response: Response, path: string): void {
  response.locals.errorCode = 'not_found';
  response
    .status(404)
    .set({ ...sitePageHeaders(), 'Content-Type': types.markdown })
    .send(`# Not found\n\nThere is no page ${path.slice(0, 200)}. ${LLMS_PATH} lists all pages.\n`);
}

function send(response: Response, { type, body, etag }: Content): void {
  response.set({
    ...sitePageHeaders(),
    'Content-Type': types[type],
    'Cache-Control': 'public, max-age=60',
    ETag: etag,
  });
  // Express responds with 304 if the request contains the current ETag.
  response.send(body);
}
