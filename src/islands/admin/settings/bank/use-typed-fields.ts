import { useState } from 'react';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import type { CertificateVerdict } from '#src/wire/payments/bank.ts';
import type { BankFieldName } from '#src/wire/payments/bank-fields.ts';
import type { ProviderName } from '#src/wire/payments/pix-providers.ts';
import { CERTIFICATE_PATH } from './bank-paths.ts';

type Texts = Partial<Record<BankFieldName, string>>;
type Refused = Record<string, string>;

/** What is typed and which files are chosen, with what is wrong about each; nothing of it is kept in the browser. */
export function useTypedFields(provider: ProviderName) {
  // Banks have fields of one name, and none gets what was typed for another.
  const [all, setAll] = useState<Partial<Record<ProviderName, Texts>>>({});
  const values = all[provider] ?? {};
  const [fileNames, setFileNames] = useState<Texts>({});
  const [errors, setErrors] = useState<Refused>({});
  const [verdict, setVerdict] = useState<CertificateVerdict | null>(null);

  const refuse = (name: BankFieldName, sentence: string) => setErrors((former) => ({ ...former, [name]: sentence }));
  const judging = useChange<Texts, CertificateVerdict | null>({
    run: (files) => api.post<CertificateVerdict | null>(CERTIFICATE_PATH, certificateIn(files)),
    done: (judged) => {
      setVerdict(judged);
      setErrors((former) => ({ ...withoutCertificate(former), ...judged?.fields }));
    },
    failed: 'Erro ao ler o certificado',
  });
  const type = (name: BankFieldName, value: string) => {
    const next = { ...values, [name]: value };
    setAll({ ...all, [provider]: next });
    setErrors(({ [name]: _gone, ...others }) => others);
    return next;
  };
  return {
    values,
    fileNames,
    errors,
    verdict,
    type,
    refuse,
    forgive: () => setErrors({}),
    async chooseFile(name: BankFieldName, file: File) {
      setFileNames((former) => ({ ...former, [name]: file.name }));
      judging.submit(type(name, await readBase64(file)));
    },
    judgeAgain() {
      if (values.certificate) judging.submit(values);
    },
    /** What belongs to none of the shown fields is told in a toast. */
    refuseAll(title: string, error: unknown, shown: readonly BankFieldName[]) {
      const wrong = error instanceof ApiError ? error.fields : {};
      setErrors(wrong);
      if (shown.some((name) => name in wrong)) return;
      showToast({ tone: 'danger', title, description: sentenceOf(error) });
    },
  };
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
