import { readBuyer } from '../checkout/checkout-draft.ts';

/** The other forms take the address that was typed for the link, also after the page came back with its notice. */
export function keepTypedEmail(): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[name=email]')];
  const kept = readKept() || readBuyer()?.customerEmail || '';
  for (const field of fields) field.value ||= kept;
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'email') return;
    keep(target.value);
    for (const field of fields) if (field !== target) field.value = target.value;
  });
}

const NAME = 'minhas-compras.email';

function readKept(): string {
  try {
    return sessionStorage.getItem(NAME) ?? '';
  } catch {
    // A browser that refuses storage only loses the convenience.
    return '';
  }
}

function keep(email: string): void {
  try {
    sessionStorage.setItem(NAME, email);
  } catch {
    // A browser that refuses storage keeps nothing.
  }
}
