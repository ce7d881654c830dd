import {
  HOSTS,
  judgeCompatibility,
  readCompatibility,
  type Setup,
  SYSTEMS,
  type Verdict,
} from '#src/wire/products/hosts.ts';
import { forgetOwnEditor, readOwnEditor } from './own-editor.ts';

/** Says on each card whether it works with the visitor's editor, and lets him forget which that is. */
export function markCards(): Setup | null {
  const setup = document.documentElement.classList.contains('has-setup') ? readOwnEditor() : null;
  if (!setup) return forget();
  for (const card of document.querySelectorAll<HTMLElement>('[data-compatibility][data-card]')) {
    const verdict = judgeCompatibility(readCompatibility(card.dataset['compatibility'] ?? ''), setup);
    const line = card.querySelector<HTMLElement>('.card-fit');
    card.dataset['fit'] = verdict?.fits ?? '';
    if (line) line.textContent = verdict ? briefly(verdict, setup) : '';
  }
  const own = document.querySelector<HTMLElement>('[data-own-editor]');
  const text = own?.querySelector('[data-text]');
  if (text) text.textContent = `Conferido para o ${nameOf(setup)}.`;
  own?.querySelector('button')?.addEventListener('click', () => {
    forgetOwnEditor();
    forget();
    dispatchEvent(new Event(FORGOTTEN));
  });
  return setup;
}

/** The visitor's editor counts no more on this page. */
export const FORGOTTEN = 'editor-forgotten';

/** The reason is left out; the product's page has room for it. */
function briefly({ text }: Verdict, setup: Setup): string {
  const [brief = ''] = text.split(':');
  return brief === 'Não funciona' ? `${brief} no seu ${shortNameOf(setup)}` : brief;
}

function shortNameOf({ host, version }: Setup): string {
  return `${HOSTS[host].short} ${version}`;
}

function nameOf(setup: Setup): string {
  return setup.system ? `${shortNameOf(setup)}, ${SYSTEMS[setup.system]}` : shortNameOf(setup);
}

function forget(): null {
  document.documentElement.classList.remove('has-setup');
  for (const card of document.querySelectorAll<HTMLElement>('[data-fit]')) delete card.dataset['fit'];
  return null;
}
