import { renderMarkdown } from './render-markdown';

describe('renderMarkdown', () => {
  it('escapes HTML in every kind of text', () => {
    const evil = '<img src=x onerror=alert(1)>';
    const { html } = renderMarkdown(
      `# a\n\n${evil}\n\n## ${evil}\n\n- ${evil}\n\n\`${evil}\`\n\n\`\`\`${evil}\n${evil}\n\`\`\`\n\n| ${evil} |\n|---|\n| ${evil} |\n`,
    );
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<script');
  });

  it('shows only the text of a link whose URL could run a script or begins with //', () => {
    const { html } = renderMarkdown('[a](javascript:alert(1)) [b](data:text/html,x) [c](//evil.example)');
    expect(html).not.toContain('href');
  });

  it('keeps links to help pages, anchors and other websites', () => {
    const { html } = renderMarkdown('[a](/help/v2) [b](#b) [c](https://a.example/?b=1&c=2)');
    expect(html.match(/href="[^"]*"/g)).toEqual([
      'href="/help/v2"',
      'href="#b"',
      'href="https://a.example/?b=1&#38;c=2"',
    ]);
  });

  it('gives headings the ids that they have on GitHub', () => {
    const { html, headings } = renderMarkdown('# Title\n\n## What `a_b` is, for all\n\n## Same\n\n## Same\n');
    expect(headings.map(({ id }) => id)).toEqual(['what-a_b-is-for-all', 'same', 'same-1']);
    expect(html).toContain('<h2 id="same-1">');
    expect(html).not.toContain('<h1');
  });

  it('leaves out comments', () => {
    expect(renderMarkdown('# a\n\n<!-- Generated. -->\n\nText').html).toBe('<p>Text</p>\n');
  });
});
