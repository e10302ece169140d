import { renderMessagePage } from '../document/message-page';
import { render } from '../document/render';
import { renderSitePage } from '../document/site-page';
import { styleSheet, styleSource } from '../style/style-sheet';
import { Badge } from './badge';
import { CodeBlock } from './code-block';
import { FactLine } from './facts';
import { Field, Select, TextArea } from './field';
import { Notice } from './notice';
import { PageHead } from './page-head';
import { Cell } from './table';

const evil = `<img src=x onerror=alert(1)>"'&`;
const files = { style: '/s.css', script: '/s.js', icon: '/i.svg' };

describe('strings on pages', () => {
  it.each([
    ['a field', Field({ name: 'a', label: evil, value: evil, hint: evil, error: evil })],
    ['a text area', TextArea({ name: 'a', label: evil, value: evil, hint: evil, error: evil })],
    ['a choice', Select({ name: 'a', label: evil, options: [{ value: evil, text: evil }] })],
    ['a cell', Cell({ label: evil, text: evil })],
    ['a badge', Badge({ text: evil })],
    ['a notice', Notice({ title: evil, text: evil })],
    ['a fact', FactLine({ name: evil, value: evil, more: evil })],
    ['a code block', CodeBlock({ text: evil, label: evil })],
    ['the heading of a page', PageHead({ title: evil, lead: evil, parent: { href: evil, text: evil } })],
    ['a message', renderMessagePage({ heading: evil, message: evil, reasons: [evil], footnote: evil })],
    [
      'the frame of a page',
      renderSitePage({
        title: evil,
        files,
        homeHref: evil,
        navigation: [{ title: evil, links: [{ href: evil, text: evil }] }],
        who: '',
      }),
    ],
  ])('are escaped in %s, and never become markup', (_name, html) => {
    expect(html).toContain('&lt;img src=x onerror=alert(1)');
    // Ignore the values of attributes. They may contain anything but a quote, which would end the
    // value.
    expect(render(html).replace(/="[^"]*"/g, '')).not.toContain('<img');
  });
});

it('a field shows its value as it was entered, even if the value contains HTML entities', () => {
  expect(Field({ name: 'a', label: 'a', value: 'a &lt; b &copy' })).toContain('value="a &amp;lt; b &amp;copy"');
});

describe('the style sheet', () => {
  it('loads no resources, and contains nothing that could end its style element', () => {
    expect(styleSheet).not.toMatch(/url\(|@import|<\//);
    expect(styleSource).toMatch(/^'sha256-[\w+/]{43}='$/);
  });

  it('is included unchanged in a page, so that it matches the hash in the Content-Security-Policy', () => {
    const page = renderMessagePage({ heading: 'a', message: 'b' });
    expect(/<style>([^]*)<\/style>/.exec(page)?.[1]).toBe(styleSheet);
  });
});
