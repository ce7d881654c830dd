import {
  type Compatibility,
  isHost,
  judgeCompatibility,
  readCompatibility,
  type Setup,
  SYSTEM_KEYS,
  type Verdict,
} from '#src/wire/products/hosts.ts';
import { markCards } from './card-fit.ts';
import { keepOwnEditor, readOwnEditor } from './own-editor.ts';

/** 'Qual é o seu?': the answer stands beside the form and under the button that buys. */
export function judgeAsTyped(form: HTMLFormElement): void {
  const { host, version, system } = fieldsOf(form);
  if (!host || !version || !system) return;
  const product = compatibilityOf(form);
  const answers = [...document.querySelectorAll<HTMLElement>('[data-verdict]')];

  const known = readOwnEditor();
  if (known) {
    host.value = known.host;
    version.value = known.version;
    system.value = known.system ?? '';
    show(judgeCompatibility(product, known));
  }
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    const setup = setupOf(host.value, version.value, system.value);
    const verdict = setup && judgeCompatibility(product, setup);
    if (setup && verdict) {
      keepOwnEditor(setup);
      document.documentElement.classList.add('has-setup');
      markCards();
    }
    show(verdict);
  });

  function show(verdict: Verdict | null): void {
    for (const answer of answers) {
      answer.dataset['verdict'] = verdict?.fits ?? '';
      for (const text of answer.querySelectorAll('[data-text]')) text.textContent = verdict?.text ?? '';
    }
  }
}

/** Repeats calmly at the checkout whether the product fits, and stops nobody. */
export function repeatVerdict(line: HTMLElement): void {
  const setup = readOwnEditor();
  const verdict = setup && judgeCompatibility(compatibilityOf(line), setup);
  if (!verdict) return;
  line.dataset['verdict'] = verdict.fits;
  line.textContent = verdict.text;
  line.hidden = false;
}

function fieldsOf(form: HTMLFormElement) {
  return {
    host: form.querySelector<HTMLSelectElement>('[name=host]'),
    version: form.querySelector<HTMLInputElement>('[name=version]'),
    system: form.querySelector<HTMLSelectElement>('[name=system]'),
  };
}

function setupOf(host: string, version: string, system: string): Setup | null {
  const key = SYSTEM_KEYS.find((each) => each === system) ?? null;
  return isHost(host) ? { host, version: version.trim().replace(',', '.'), system: key } : null;
}

function compatibilityOf({ dataset }: HTMLElement): Compatibility {
  return readCompatibility(dataset['compatibility'] ?? '');
}
