import type { Children } from '@kitajs/html';
import { styleSheet } from '../style/style-sheet';
import { render } from './render';

/** The URLs of static files. Without them, the page contains the style sheet and has no scripts. */
export interface DocumentFiles {
  style: string;
  script: string;
  icon: string;
}

interface DocumentProps {
  /** Shown in the window's title; unique for each page. */
  title: string;
  files?: DocumentFiles;
  children?: Children;
}

/** A whole page as text, from the doctype on. */
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
