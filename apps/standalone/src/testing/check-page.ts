import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const folder = path.resolve(__dirname, '../../../../dist/screenshots');

const sizes = [
  { name: 'desktop', width: 1280, height: 800 },
  { name: 'phone', width: 390, height: 844 },
];
const schemes = ['light', 'dark'] as const;

interface Finding {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/**
 * Takes screenshots of the open page in both sizes and colour schemes, into dist/screenshots.
 * @returns what is wrong with the page: serious or critical findings of axe-core, and content wider than the window.
 */
export async function faultsOfPage(page: Page, name: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const faults: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of schemes) {
      // Reduced motion switches off transitions, which would change the colours while axe-core
      // measures them.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const variant = `${name} (${size.name}, ${colorScheme})`;
      await page.screenshot({ path: path.join(folder, `${name}-${size.name}-${colorScheme}.png`), fullPage: true });
      const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      if (wider !== 0) faults.push(`${variant}: the document is ${String(wider)} pixels wider than the window`);
      faults.push(...(await accessibilityFaults(page)).map((fault) => `${variant}: ${fault}`));
    }
  }
  return faults;
}

async function accessibilityFaults(page: Page): Promise<string[]> {
  // Run the script through the browser's debugging protocol, because the page's security policy blocks script elements.
  await page.evaluate(`window.axe || ${axe}`);
  const findings: Finding[] = await page.evaluate('axe.run().then((result) => result.violations)');
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}
