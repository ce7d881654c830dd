import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import type { BankDescription, SavedBank } from '#src/wire/payments/bank.ts';
import { type BankField, type BankFieldName, fieldsOf, isAskedOf, isWanted } from '#src/wire/payments/bank-fields.ts';
import type { PixBank, ProviderName } from '#src/wire/payments/pix-providers.ts';
import { useCheck } from '../use-check.ts';
import { BANK_CHECK_PATH, BANK_PATH, BANK_TIME_MS } from './bank-paths.ts';
import { useTypedFields } from './use-typed-fields.ts';

type Options = {
  bank: BankDescription;
  /** These fields alone change, and the others stay as they are. */
  only: readonly BankFieldName[] | null;
};

export function useBankForm({ bank, only }: Options) {
  const [provider, setProvider] = useState<ProviderName>(firstProvider(bank));
  const [pixBank, setPixBank] = useState<PixBank>(only ? bank.pixBank : 'efi');
  const typed = useTypedFields(provider);
  const fields = fieldsOf(provider).filter(([name, field]) => (only ? only.includes(name) : isAskedOf(field, pixBank)));

  const body = () => {
    const all = fields.map(([name]) => [name, typed.values[name] ?? ''] as const);
    const sent = only ? all : all.filter(([, value]) => value !== '');
    return { provider, pixBank, keepsOthers: only !== null, ...Object.fromEntries(sent) };
  };
  const refused = (title: string) => (error: unknown) =>
    typed.refuseAll(
      title,
      error,
      fields.map(([name]) => name),
    );
  const check = useCheck({ path: BANK_CHECK_PATH, failed: refused('Erro ao conferir o banco') });
  const saving = useChange<undefined, SavedBank>({
    run: () => api.put<SavedBank>(BANK_PATH, body(), { timeoutMs: BANK_TIME_MS }),
    // Strip, sections and sidebar all go by the new bank.
    done: () => location.reload(),
    failed: refused('Erro ao salvar o banco'),
  });
  const after = (act: () => void) => {
    typed.forgive();
    check.forget();
    act();
  };
  return {
    ...typed,
    provider,
    pixBank,
    fields,
    checked: check.seen,
    type(name: BankFieldName, value: string) {
      check.forget();
      typed.type(name, value);
    },
    isPartial: only !== null,
    isChecking: check.isBusy,
    isSaving: saving.isBusy,
    chooseProvider: (next: ProviderName) => after(() => setProvider(next)),
    chooseBank: (next: PixBank) => after(() => setPixBank(next)),
    check: () => after(() => check.start(body())),
    save: () => after(() => saving.submit(undefined)),
  };
}

export type BankForm = ReturnType<typeof useBankForm>;

export function isFolded(field: BankField, pixBank: PixBank): boolean {
  return field.isAdvanced === true && !isWanted(field, pixBank);
}

function firstProvider({ provider }: BankDescription): ProviderName {
  return provider === 'sandbox' ? 'mercadopago' : provider;
}
