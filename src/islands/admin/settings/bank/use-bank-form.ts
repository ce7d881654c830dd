import { useState } from 'react';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/toast.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import type { BankDescription, BankSetup, CertificateVerdict, SavedBank } from '#src/wire/payments/bank.ts';
import { type BankField, type BankFieldName, fieldsOf, isAskedOf, isWanted } from '#src/wire/payments/bank-fields.ts';
import type { PixBank, ProviderName } from '#src/wire/payments/pix-providers.ts';
import { BANK_CHECK_PATH, BANK_PATH, CERTIFICATE_PATH } from './bank-paths.ts';

type Options = {
  bank: BankDescription;
  /** These fields alone change, and the others stay as they are. */
  only: readonly BankFieldName[] | null;
};

type Texts = Partial<Record<BankFieldName, string>>;
type Refused = Record<string, string>;

/** What is typed until it is saved; nothing of it is kept in the browser. */
export function useBankForm({ bank, only }: Options) {
  const [provider, setProvider] = useState<ProviderName>(firstProvider(bank));
  const [pixBank, setPixBank] = useState<PixBank>(only ? bank.pixBank : 'efi');
  const [values, setValues] = useState<Texts>({});
  const [fileNames, setFileNames] = useState<Texts>({});
  const [errors, setErrors] = useState<Refused>({});
  const [verdict, setVerdict] = useState<CertificateVerdict | null>(null);
  const [setup, setSetup] = useState<BankSetup | null>(null);
  const fields = askedFields(provider, pixBank, only);

  const body = () => {
    const typed = fields.map(([name]) => [name, values[name] ?? ''] as const);
    const sent = only ? typed : typed.filter(([, value]) => value !== '');
    return { provider, pixBank, keepsOthers: only !== null, ...Object.fromEntries(sent) };
  };
  const begin = () => {
    setErrors({});
    setSetup(null);
  };
  const refused = (title: string) => (error: unknown) => {
    const wrong = error instanceof ApiError ? error.fields : {};
    setErrors(wrong);
    if (!fields.some(([name]) => name in wrong)) {
      showToast({ tone: 'danger', title, description: sentenceOf(error) });
    }
  };
  const checking = useChange<undefined, BankSetup>({
    run: () => api.post<BankSetup>(BANK_CHECK_PATH, body(), { timeoutMs: BANK_TIME_MS }),
    done: setSetup,
    failed: refused('Erro ao conferir o banco'),
  });
  const saving = useChange<undefined, SavedBank>({
    run: () => api.put<SavedBank>(BANK_PATH, body(), { timeoutMs: BANK_TIME_MS }),
    // Strip, sections and sidebar all go by the new bank.
    done: () => location.reload(),
    failed: refused('Erro ao salvar o banco'),
  });
  const judging = useChange<Texts, CertificateVerdict | null>({
    run: (files) => api.post<CertificateVerdict | null>(CERTIFICATE_PATH, certificateIn(files)),
    done: (judged) => {
      setVerdict(judged);
      setErrors((former) => ({ ...withoutCertificate(former), ...judged?.fields }));
    },
    failed: refused('Erro ao ler o certificado'),
  });
  const change = (name: BankFieldName, value: string) => {
    const next = { ...values, [name]: value };
    setValues(next);
    setErrors(({ [name]: _gone, ...others }) => others);
    setSetup(null);
    return next;
  };
  return {
    provider,
    pixBank,
    fields,
    values,
    fileNames,
    errors,
    verdict,
    setup,
    isChecking: checking.isBusy,
    isSaving: saving.isBusy,
    isPartial: only !== null,
    refuse: (name: BankFieldName, sentence: string) => setErrors((former) => ({ ...former, [name]: sentence })),
    chooseProvider: (next: ProviderName) => {
      begin();
      setProvider(next);
    },
    chooseBank: (next: PixBank) => {
      begin();
      setPixBank(next);
    },
    type: change,
    async chooseFile(name: BankFieldName, file: File) {
      setFileNames((former) => ({ ...former, [name]: file.name }));
      judging.submit(change(name, await readBase64(file)));
    },
    judgeAgain: () => {
      if (values.certificate) judging.submit(values);
    },
    check: () => {
      begin();
      checking.submit(undefined);
    },
    save: () => {
      begin();
      saving.submit(undefined);
    },
  };
}

export type BankForm = ReturnType<typeof useBankForm>;

function askedFields(provider: ProviderName, pixBank: PixBank, only: readonly BankFieldName[] | null) {
  return fieldsOf(provider).filter(([name, field]) => (only ? only.includes(name) : isAskedOf(field, pixBank)));
}

export function isFolded(field: BankField, pixBank: PixBank): boolean {
  return field.isAdvanced === true && !isWanted(field, pixBank);
}

function firstProvider({ provider }: BankDescription): ProviderName {
  return provider === 'sandbox' ? 'mercadopago' : provider;
}

function certificateIn(values: Texts): Texts {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value && name.startsWith('certificate')));
}

function withoutCertificate(errors: Refused): Refused {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !name.startsWith('certificate')));
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? (reader.result.split(',')[1] ?? '') : '');
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsDataURL(file);
  });
}

/** It asks the bank several things. */
const BANK_TIME_MS = 40_000;
