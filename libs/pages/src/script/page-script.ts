/**
 * The only script of the pages. All pages work without it too. It shows the copy buttons, and asks
 * for confirmation before a form with an effect that cannot be undone is sent. It sends a form only
 * once if a person clicks twice, because the browser would show only the second response, and the
 * first one may contain a new secret. It scrolls the availability chart to the selected night, and a
 * long navigation to the link of the current page.
 */
export const pageScript = `'use strict';
for (const block of document.querySelectorAll('[data-copy]')) {
  const button = block.querySelector('button');
  if (!button || !navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('pre').textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
}
const chosen = document.querySelector('.chart td:has([aria-current])');
if (chosen) {
  const box = chosen.closest('.chart-box');
  box.scrollLeft = chosen.offsetLeft - box.clientWidth / 2;
  box.scrollTop = chosen.offsetTop - box.clientHeight / 2;
}
document.querySelector('.side nav [aria-current]')?.scrollIntoView({ block: 'nearest' });
const sent = new Set();
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (event.defaultPrevented || !form.matches('[method=post]')) return;
  const question = form.getAttribute('data-confirm');
  if (sent.has(form) || (question !== null && !window.confirm(question))) return event.preventDefault();
  sent.add(form);
  // The browser may stay on the page, for example if the response opens an app.
  setTimeout(() => sent.delete(form), 10000);
});
window.addEventListener('pageshow', () => sent.clear());
`;
