/**
 * The only script of the pages. All pages work without it. It shows the buttons that copy a text, and asks for
 * confirmation before it sends a form whose effect cannot be undone. It scrolls the availability chart to the chosen
 * night, and a long navigation to the link of the current page.
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
for (const form of document.querySelectorAll('form[data-confirm]')) {
  form.addEventListener('submit', (event) => {
    if (!window.confirm(form.dataset.confirm)) event.preventDefault();
  });
}
`;
