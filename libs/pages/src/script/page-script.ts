/**
 * The only script of the pages. All pages work without it too. It shows the copy buttons, and asks
 * for confirmation before a form with an effect that cannot be undone is sent. It scrolls the
 * availability chart to the selected night, and a long navigation to the link of the current page.
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
