import { fieldsOf } from '#src/wire/payments/bank-fields.ts';
import type { ProviderName } from '#src/wire/payments/pix-providers.ts';
import type { BankSide } from './real-banks.ts';

/** What the owner types to charge there. */
export function typedBank({
  name,
  settings,
}: {
  name: ProviderName;
  settings: BankSide['settings'];
}): Record<string, string> {
  const typed = fieldsOf(name).flatMap(([field, { variable }]) => {
    const value = settings[variable];
    return value === undefined ? [] : [[field, value]];
  });
  return { provider: name, ...Object.fromEntries(typed) };
}
