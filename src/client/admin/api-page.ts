import { copyText } from '#src/client/page/clipboard.ts';
import { type ApiDocument, answerOf, callsByGroup, type ListedCall, sampleCallOf } from '#src/wire/api/api-document.ts';
import { type SampleLanguage, sampleOf } from '#src/wire/api/samples.ts';

/** Searches the calls, writes their samples in the chosen language, copies them, and tries those that only read. */
export function bringApiPageToLife(): void {
  const page = document.querySelector<HTMLElement>('#api');
  if (!page) return;
  page.querySelector('[data-search]')?.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement) showMatching(page, target.value);
  });
  page.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'language') {
      void writeSamples(page, target.value as SampleLanguage);
    }
  });
  page.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null;
    if (button) void copySample(button);
  });
  // A toggle does not bubble.
  page.addEventListener('toggle', ({ target }) => target instanceof Element && void writeAnswer(target), true);
  page.addEventListener('submit', (event) => {
    if (!(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    void tryCall(event.target);
  });
  openNamed();
  window.addEventListener('hashchange', openNamed);
}

function showMatching(page: HTMLElement, typed: string): void {
  const words = plain(typed).split(/\s+/);
  for (const group of page.querySelectorAll<HTMLElement>('[data-group]')) {
    const calls = [...group.querySelectorAll<HTMLElement>('[data-call]')];
    for (const call of calls) {
      const text = plain(call.querySelector('summary')?.textContent ?? '');
      call.hidden = !words.every((word) => text.includes(word));
    }
    group.hidden = calls.every(({ hidden }) => hidden);
  }
  const none = page.querySelector<HTMLElement>('[data-none]');
  if (none) none.hidden = page.querySelector('[data-group]:not([hidden])') !== null;
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

async function writeSamples(page: HTMLElement, language: SampleLanguage): Promise<void> {
  const calls = await readCalls();
  for (const shown of page.querySelectorAll<HTMLElement>('[data-call]')) {
    const call = calls.get(shown.dataset['call'] ?? '');
    const sample = shown.querySelector('[data-sample]');
    if (call && sample) sample.textContent = sampleOf(language, sampleCallOf(call, page.dataset['site'] ?? ''));
  }
}

async function writeAnswer(opened: Element): Promise<void> {
  const place = opened.querySelector(':scope > [data-answer]');
  const call = place && (await readCalls()).get(place.closest<HTMLElement>('[data-call]')?.dataset['call'] ?? '');
  const example = call && answerOf(call.operation)?.content.example;
  if (place) place.textContent = example === undefined ? 'Um arquivo.' : JSON.stringify(example, null, 2);
}

let reading: Promise<Map<string, ListedCall>> | undefined;

function readCalls(): Promise<Map<string, ListedCall>> {
  reading ??= fetch('/api/openapi.json')
    .then((response) => response.json())
    .then((document: ApiDocument) => {
      const calls = callsByGroup(document).flatMap((group) => group.calls);
      return new Map(calls.map((call) => [`${call.method} ${call.path}`, call]));
    });
  return reading;
}

async function copySample(button: HTMLElement): Promise<void> {
  const sample = button.parentElement?.querySelector('[data-sample]');
  if (!sample) return;
  const isCopied = await copyText(sample.textContent ?? '', null);
  if (!isCopied) getSelection()?.selectAllChildren(sample);
  button.textContent = isCopied ? 'Copiado' : 'Selecionado: use Ctrl+C';
  setTimeout(() => {
    button.textContent = 'Copiar';
  }, 2_000);
}

async function tryCall(form: HTMLFormElement): Promise<void> {
  const [, path = ''] = form.closest<HTMLElement>('[data-call]')?.dataset['call']?.split(' ') ?? [];
  const output = form.querySelector('output');
  const tried = form.querySelector<HTMLElement>('[data-tried]');
  if (!output || !tried) return;
  output.textContent = 'Chamando…';
  const begun = performance.now();
  try {
    const response = await fetch(addressFor(form, path));
    const text = await response.text();
    output.textContent = `${response.status} · ${Math.round(performance.now() - begun)} ms`;
    tried.textContent = readable(text);
    tried.hidden = false;
  } catch {
    output.textContent = 'A loja não respondeu. Confira a conexão e tente de novo.';
  }
}

function addressFor(form: HTMLFormElement, path: string): string {
  const query = new URLSearchParams();
  let address = path;
  for (const { name, value, dataset } of form.querySelectorAll('input')) {
    if (dataset['place'] === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '') query.set(name, value);
  }
  return query.size > 0 ? `${address}?${query}` : address;
}

const MOST_SHOWN = 50_000;

function readable(text: string): string {
  const shown = text.slice(0, MOST_SHOWN);
  if (text.length > MOST_SHOWN) return `${shown}\n…`;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return shown;
  }
}

function openNamed(): void {
  const named = document.getElementById(location.hash.slice(1));
  if (named instanceof HTMLDetailsElement) named.open = true;
}
