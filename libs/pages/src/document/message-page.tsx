import type { DocumentFiles } from './document';
import { renderCardPage } from './card-page';

interface MessagePageProps {
  heading: string;
  message?: string;
  /** What was wrong. Each entry is shown on its own line. */
  reasons?: readonly string[];
  /** A link to a page where the user can continue. */
  link?: { href: string; text: string };
  /** Text that the user can quote in a support request, such as the id of the request. */
  footnote?: string;
  files?: DocumentFiles;
  brandHref?: string;
}

/** A page that only shows a message. */
export function renderMessagePage(props: MessagePageProps): string {
  const { heading, message, reasons = [], link, footnote, files, brandHref } = props;
  return renderCardPage({
    title: heading,
    files,
    brandHref,
    below: footnote === undefined ? undefined : <p safe>{footnote}</p>,
    children: (
      <section class="stack">
        <h1 safe>{heading}</h1>
        {message === undefined ? '' : <p safe>{message}</p>}
        {reasons.length > 0 ? (
          <ul>
            {reasons.map((reason) => (
              <li safe>{reason}</li>
            ))}
          </ul>
        ) : (
          ''
        )}
        {link ? (
          <p>
            <a href={link.href} safe>
              {link.text}
            </a>
          </p>
        ) : (
          ''
        )}
      </section>
    ),
  });
}
