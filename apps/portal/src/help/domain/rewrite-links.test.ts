import { linkToMarkdown, rewriteLinks } from './rewrite-links';

const served: Record<string, string> = {
  'docs/integrators/paging.md': '/help/v2/paging',
  'docs/operators/imports.md': '/help/operators/imports',
};
const rewrite = (markdown: string) => rewriteLinks(markdown, 'docs/integrators', (file) => served[file]);

describe('rewriteLinks', () => {
  it('turns links between documents into links to help pages, and keeps the anchors', () => {
    expect(rewrite('[a](paging.md#lists) and [b](../operators/imports.md)')).toBe(
      '[a](/help/v2/paging#lists) and [b](/help/operators/imports)',
    );
  });

  it('replaces a link to a file without a help page by the text of the link', () => {
    expect(rewrite('see [decision 2](../decisions/002-night-keys.md).')).toBe('see decision 2.');
  });

  it('does not change other URLs, anchors or links in code blocks', () => {
    const text = '[a](https://a.example) [b](#b) [c](/help/v2)\n\n```md\n[d](paging.md)\n```\n';
    expect(rewrite(text)).toBe(text);
  });
});

describe('linkToMarkdown', () => {
  it('turns links to help pages into links to the Markdown versions of these pages', () => {
    expect(linkToMarkdown('[a](/help/v2/paging#lists) [b](https://a.example/help/x) [c](#c)')).toBe(
      '[a](/help/v2/paging.md#lists) [b](https://a.example/help/x) [c](#c)',
    );
  });
});
