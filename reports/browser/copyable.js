/** reports/browser/copyable: a line of code with a button that copies it. */
import { codeBlock, make } from './dom.js';

/**
 * The copy has the characters that show.
 * @param {string} title
 * @param {string} text
 * @param {string} [hint]
 */
export function copyable(title, text, hint) {
  const block = codeBlock(title, text);
  const button = make('button', { type: 'button', class: 'copy on-screen' }, 'Copy');
  const status = make('span', { class: 'note', role: 'status' });
  button.addEventListener('click', async () => {
    status.textContent = (await copied(block)) ? 'Copied' : 'Selected: copy it with the keyboard';
  });
  const head = make('div', { class: 'copy-head' }, make('h3', {}, title), button, status);
  return make('div', {}, head, block, hint !== undefined && make('p', { class: 'note' }, hint));
}

/**
 * False if the browser denies access to the clipboard; then the text is selected.
 * @param {HTMLElement} block
 */
async function copied(block) {
  try {
    await navigator.clipboard.writeText(block.textContent ?? '');
    return true;
  } catch {
    getSelection()?.selectAllChildren(block);
    return false;
  }
}
