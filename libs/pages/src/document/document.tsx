import type { Children } from '@kitajs/html';
import { styleSheet } from '../style/style-sheet';
import { render } from './render';

/**
 * The URLs of the static files of a page. Without them, the page contains the style sheet and has
 * no scripts.
 */
export interface DocumentFiles {
  style: string;
  script: string;
  icon: string;
}

interface DocumentProps {
  /** The title in the browser tab. Each page has a different one. */
  title: string;
  files?: DocumentFiles;
  children?: Children;
}

/** Returns the HTML of a whole page, including the doctype. */
export function renderDocument(props: DocumentProps): string {
  return `<!doctype html>\n${render(<Document {...props} />)}\n`;
}

function Document({ title, files, children }: DocumentProps): JSX.Element {
  const safeStyle = styleSheet;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title safe>{title}</title>
        {files ? <link rel="stylesheet" href={files.style} /> : <style>{safeStyle}</style>}
        {files ? <link rel="icon" href={files.icon} type="image/svg+xml" /> : ''}
        {files ? <script src={files.script} defer /> : ''}
      </head>
      <body>{children}</body>
    </html>
  );
}
