import { runGuides } from '../guides/run-guides';
import { isPage } from '@keyhaven/api-docs/openapi/documents';
import { type DemoPlatform, startDemoPlatform } from './demo-platform';
import { differencesOf } from './differences';
import { readExamples } from './example';
import { faultOfExample } from './fault-of-example';
import { type OperationId, publicRoutes, routeOf } from './public-routes';
import { runScenario } from './scenario/run-scenario';
import { canRun, type Language, startRunner } from './samples/sample-runners';
import { sendWithSamples } from './samples/send-with-samples';
import { typecheckSamples } from './samples/typecheck-samples';
import { type Exchange, startScenario } from './scenario';
import { sendWithFetch } from './send-with-fetch';

const recorded = readExamples();
const operations = Object.keys(publicRoutes) as OperationId[];

describe('the examples in docs/examples', () => {
  it('contain a successful response of each public route, except routes that return pages', () => {
    const missing = operations.filter((operation) => {
      if (isPage(routeOf(operation).path)) return false;
      const succeeds = Object.keys(routeOf(operation).responses).some((status) => Number(status) < 400);
      return succeeds && !recorded[operation]?.some(({ response }) => response.status < 400);
    });
    expect(missing).toEqual([]);
  });

  const all = Object.entries(recorded).flatMap(([operation, examples]) =>
    examples.map((example) => [operation as OperationId, example.title, example] as const),
  );
  it.each(all)('satisfy the contract of %s: %s', (operation, _title, example) => {
    expect(faultOfExample(operation, example)).toBeUndefined();
  });

  it('contain no secrets', () => {
    expect(JSON.stringify(recorded)).not.toMatch(/\b(pt|at|rt|tc|s)_[A-Za-z0-9_-]{8,}/);
  });
});

describe('the platform with the demo data', () => {
  let platform: DemoPlatform;
  beforeAll(async () => void (platform = await startDemoPlatform()), 300_000);
  afterAll(() => platform.stop());

  it('returns the responses that npm run docs:examples recorded in docs/examples', async () => {
    const exchanges: Exchange[] = [];
    const send = sendWithFetch(platform);
    await runScenario(startScenario(platform, send, send, (exchange) => exchanges.push(exchange)));
    const left = structuredClone(recorded);
    const differences = exchanges.flatMap(({ operation, title, response, varies }) => {
      const example = left[operation]?.shift();
      const name = `${operation}: ${title}`;
      if (example?.title !== title) return [`${name}: is not recorded, or at another place`];
      if (example.response.status !== response.status) return [`${name}: answered ${response.status}`];
      if (varies) return [];
      return differencesOf(example.response.body, response.body).map((difference) => `${name}: ${difference}`);
    });
    for (const [operation, examples] of Object.entries(left)) {
      differences.push(...examples.map(({ title }) => `${operation}: ${title}: is not in the scenario any more`));
    }
    expect(differences).toEqual([]);
  }, 300_000);

  /** The TypeScript samples of all requests. */
  const modules: string[] = [];
  const languages: Language[] = ['curl', 'typescript', 'python'];
  it.each(languages)(
    'answers the %s sample of each example with the expected status, and the sample prints the response',
    async (language) => {
      if (!canRun(language)) return console.warn(`SKIPPED: this machine cannot run the samples in ${language}`);
      const { emailAddress, personalToken } = platform.account;
      const runner = startRunner[language]({
        KEYHAVEN_URL: platform.url,
        KEYHAVEN_EMAIL: emailAddress,
        KEYHAVEN_TOKEN: personalToken,
      });
      const send = sendWithSamples(language, runner, ({ typescript }) => {
        if (language === 'typescript') modules.push(typescript);
      });
      try {
        await runScenario(startScenario(platform, send, sendWithFetch(platform), () => {}));
      } finally {
        await runner.close();
      }
    },
    300_000,
  );

  it('has only TypeScript samples that compile in strict mode', () => {
    expect(modules.length).toBeGreaterThan(operations.length);
    expect(typecheckSamples(modules)).toBe('');
  }, 120_000);

  it('responds with 200 to the commands of the guides, which are sent exactly as printed', async () => {
    if (!canRun('curl')) return console.warn('SKIPPED: this machine cannot run curl in bash');
    const { emailAddress, personalToken } = platform.account;
    const runner = startRunner.curl({
      KEYHAVEN_URL: platform.url,
      KEYHAVEN_EMAIL: emailAddress,
      KEYHAVEN_TOKEN: personalToken,
    });
    const send = sendWithFetch(platform);
    try {
      expect(
        await runGuides(
          runner,
          startScenario(platform, send, send, () => {}),
        ),
      ).toEqual([]);
    } finally {
      await runner.close();
    }
  }, 120_000);
});
