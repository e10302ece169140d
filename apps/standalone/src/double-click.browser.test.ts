import { pageScript } from '@keyhaven/pages/script/page-script';
import { type LoopbackServer, startLoopbackServer } from '@keyhaven/testing/loopback-server';
import { until } from '@keyhaven/testing/until';
import type { Browser, Page } from 'playwright-core';
import { describeInChromium, launchChromium } from './testing/chromium';

const pageWithForms = `<!doctype html>
<form method="post" action="/made"><button>Make</button></form>
<form method="post" action="/removed" data-confirm="Remove it?"><button>Remove</button></form>
<form method="get" action="/found"><button>Find</button></form>
<form method="post" action="/elsewhere" id="elsewhere"><button>Send elsewhere</button></form>
<form method="post" action="/stays"><button>Stay</button></form>
<script>
  elsewhere.addEventListener('submit', (event) => event.preventDefault(), { once: true });
</script>
<script>${pageScript}</script>`;

describeInChromium('a form of a page', () => {
  let server: LoopbackServer;
  let browser: Browser;
  let page: Page;
  let received: string[];
  /** Functions that answer the received forms. */
  let answers: (() => void)[];

  beforeAll(async () => {
    server = await startLoopbackServer((request, response) => {
      if (request.url === '/') return void response.setHeader('content-type', 'text/html').end(pageWithForms);
      if (request.url === '/favicon.ico') return void response.writeHead(404).end();
      received.push(`${request.method} ${request.url!.replace('?', '')}`);
      // The browser stays on its page after a 204.
      if (request.url === '/stays') return void response.writeHead(204).end();
      response.setHeader('content-type', 'text/html');
      answers.push(() => response.end('Answered'));
    });
    browser = await launchChromium();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  beforeEach(async () => {
    received = [];
    answers = [];
    page = await browser.newPage();
    page.setDefaultTimeout(8000);
    await page.goto(server.url);
  });
  afterEach(() => page.close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  /** Clicks a button without waiting for the page that it opens. */
  const click = (name: string) => button(name).click({ noWaitAfter: true });
  const answer = async () => {
    await until(() => answers.length > 0);
    for (const send of answers.splice(0)) send();
    await page.getByText('Answered').waitFor();
  };
  /** Clicks a button again before the server has answered. */
  const clickTwice = async (name: string) => {
    const { x, y } = (await button(name).boundingBox())!;
    await click(name);
    await until(() => received.length > 0);
    // A click through a locator would wait for the response.
    await page.mouse.click(x + 1, y + 1);
  };

  it('is sent once if a person clicks its button twice', async () => {
    await clickTwice('Make');
    await answer();
    expect(received).toEqual(['POST /made']);
  });

  it('can be sent again after the person has returned to the page', async () => {
    await click('Make');
    await answer();
    await page.goBack();
    await click('Make');
    await answer();
    expect(received).toEqual(['POST /made', 'POST /made']);
  });

  it('can be sent again after some seconds if the browser stays on the page', async () => {
    await page.clock.install();
    await page.goto(server.url);
    await click('Stay');
    await until(() => received.length > 0);
    await click('Stay');
    await page.clock.fastForward('00:30');
    await click('Stay');
    await until(() => received.length > 1);
    expect(received).toEqual(['POST /stays', 'POST /stays']);
  });

  it('can be sent after the person has refused to confirm it, and is then sent once', async () => {
    const confirmations = [false, true];
    page.on('dialog', (dialog) => void (confirmations.shift() ? dialog.accept() : dialog.dismiss()));
    await click('Remove');
    expect(received).toEqual([]);
    await clickTwice('Remove');
    await answer();
    expect(received).toEqual(['POST /removed']);
  });

  it('can be sent after another script of the page has prevented the first attempt', async () => {
    await click('Send elsewhere');
    await click('Send elsewhere');
    await answer();
    expect(received).toEqual(['POST /elsewhere']);
  });

  it('can be sent twice if its method is GET', async () => {
    await clickTwice('Find');
    await until(() => received.length > 1);
    await answer();
    expect(received).toEqual(['GET /found', 'GET /found']);
  });
});
