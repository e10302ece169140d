import { readCodeBlocks } from '@keyhaven/testing/document-code';
import { guidePages } from './guide-pages';

/** Commands in the guides that tests cannot run without changing them, each with the reason. */
const notRun: readonly { page: string; contains: string; reason: string }[] = [
  {
    page: 'docs/integrators/oauth.md',
    contains: '/oauth/access_token',
    reason: 'needs an app and its code; the samples of exchangeToken and revokeOAuthToken run',
  },
  {
    page: 'docs/integrators/authentication.md',
    contains: 'Bearer at_…',
    reason: 'needs the access token of an app; the samples of getCurrentUser run with one',
  },
];
/** Pages whose commands run in the tests of the client. */
const runElsewhere = ['docs/integrators/client.md', 'docs/integrators/command-line.md'];

export interface GuideCommands {
  page: string;
  /** The blocks of commands, exactly as printed on the page. `line` is the line at which a block begins. */
  commands: { line: number; code: string }[];
}

/**
 * Reads the commands with curl in the guides for integrators.
 * @returns the commands that can run, by page, and the reasons why the other commands cannot run.
 */
export async function readGuideCommands(): Promise<{ guides: GuideCommands[]; skipped: string[] }> {
  const guides: GuideCommands[] = [];
  const skipped: string[] = [];
  for (const page of guidePages) {
    const isForIntegrators = page === 'README.md' || page.startsWith('docs/integrators/');
    if (!isForIntegrators || runElsewhere.includes(page)) continue;
    const calling = (await readCodeBlocks(page, 'sh')).filter(({ code }) => /^curl /m.test(code));
    const reasonOf = (code: string) => notRun.find((one) => one.page === page && code.includes(one.contains))?.reason;
    const commands = calling.filter(({ code }) => reasonOf(code) === undefined);
    if (commands.length > 0) guides.push({ page, commands });
    for (const { code, line } of calling) {
      const reason = reasonOf(code);
      if (reason !== undefined) skipped.push(`${page}:${line}: ${reason}`);
    }
  }
  return { guides, skipped };
}
