/** Length is all that counts, and the line says how much is missing. */
export function showPasswordLength(): void {
  const field = document.querySelector<HTMLInputElement>('input[name=password]');
  const meter = document.querySelector<HTMLElement>('[data-length]');
  const least = Number(meter?.dataset['least']);
  const words = meter?.querySelector('[data-words]');
  if (!field || !meter || !words) return;
  const show = () => {
    const { length } = field.value;
    const level = length === 0 ? 0 : length < least ? 1 : length < least + 4 ? 2 : length < least + 8 ? 3 : 4;
    meter.dataset['length'] = String(level);
    words.textContent = level === 1 ? missing(least - length) : (WORDS[level] ?? '');
  };
  field.addEventListener('input', show);
  show();

  const button = document.querySelector<HTMLButtonElement>('[data-show]');
  button?.addEventListener('click', () => {
    const isShown = field.type === 'password';
    field.type = isShown ? 'text' : 'password';
    button.textContent = isShown ? 'Ocultar' : 'Mostrar';
    button.setAttribute('aria-label', isShown ? 'Ocultar senha' : 'Mostrar senha');
  });
}

const WORDS = ['', '', 'Serve. Mais comprida é mais segura.', 'Boa.', 'Ótima.'];

function missing(signs: number): string {
  return signs === 1 ? 'Falta 1 caractere.' : `Faltam ${signs} caracteres.`;
}
