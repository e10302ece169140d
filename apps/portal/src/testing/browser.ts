/** What the browser received: a page or a redirect. */
export interface Answer {
  status: number;
  html: string;
  location: string | null;
  headers: Headers;
}

/**
 * Keeps cookies, and sends forms as a browser does: with all hidden fields of the page, and the values that a test
 * enters.
 */
export class Browser {
  readonly cookies = new Map<string, string>();
  private html = '';

  constructor(
    private readonly url: string,
    private readonly headers: () => Promise<Record<string, string>>,
  ) {}

  async open(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send(path, { headers });
  }

  /** Submits a form, with the hidden fields of the form that has this action on the open page. */
  async submit(
    action: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
  ): Promise<Answer> {
    return this.send(action, {
      method: 'POST',
      body: new URLSearchParams({ ...hiddenFields(this.html, action), ...fields }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  }

  private async send(path: string, options: { method?: string; body?: string; headers: Record<string, string> }) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(this.url + path, {
      ...options,
      headers: { ...(await this.headers()), ...(cookie === '' ? {} : { cookie }), ...options.headers },
      redirect: 'manual',
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    const html = await response.text();
    if (response.status !== 303) this.html = html;
    return { status: response.status, html, location: response.headers.get('location'), headers: response.headers };
  }

  private keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

function hiddenFields(html: string, action: string): Record<string, string> {
  const forms = html.match(/<form [^]*?<\/form>/g) ?? [];
  const form = forms.find((text) => text.includes(`action="${action}"`)) ?? '';
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return Object.fromEntries(
    fields.map(([, name, value]) => [name, value!.replaceAll('&#34;', '"').replaceAll('&amp;', '&')]),
  );
}
