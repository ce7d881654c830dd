import { copyText } from './clipboard.ts';

const COPIED_FOR_MS = 2_000;

/** Gives each `data-copy` button of the page its work, now and later. */
export function copyOnClick(): void {
  document.addEventListener('click', ({ target }) => {
    const line = target instanceof Element && target.closest('[data-copy]')?.closest('[data-copy-line]');
    if (line) void copyLine(line);
  });
}

async function copyLine(line: Element): Promise<void> {
  const field = line.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  const status = line.querySelector('[data-copied]');
  if (!field || !status) return;
  const folded = line.querySelector('details:not([open])');
  let isCopied = await copyText(field.value, field);
  // The text has to be shown where the browser copies only what is selected.
  if (!isCopied && folded) {
    folded.setAttribute('open', '');
    isCopied = await copyText(field.value, field);
  }
  status.textContent = isCopied ? 'Copiado' : 'Selecionado: use Ctrl+C';
  setTimeout(() => status.replaceChildren(), COPIED_FOR_MS);
}
