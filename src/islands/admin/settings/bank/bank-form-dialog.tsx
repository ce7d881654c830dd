import { useRef } from 'react';
import { useErrorFocus } from '#src/islands/admin/form/use-error-focus.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Select } from '#src/islands/ui/fields/select.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import { Dialog } from '#src/islands/ui/overlays/dialog.tsx';
import type { BankDescription } from '#src/wire/payments/bank.ts';
import type { BankFieldName } from '#src/wire/payments/bank-fields.ts';
import {
  PIX_BANK_NAMES,
  PIX_BANKS,
  PIX_PROVIDERS,
  type PixBank,
  type ProviderName,
} from '#src/wire/payments/pix-providers.ts';
import { CheckFindings } from '../check-findings.tsx';
import { BankField } from './bank-field.tsx';
import { type BankForm, isFolded, useBankForm } from './use-bank-form.ts';

type Props = {
  bank: BankDescription;
  only: readonly BankFieldName[] | null;
  onClose: () => void;
};

/** It asks for a whole bank, or for the fields of the present one that change. */
export function BankFormDialog({ bank, only, onClose }: Props) {
  const form = useBankForm({ bank, only });
  const element = useRef<HTMLFormElement>(null);
  const focusFirstError = useErrorFocus(element);
  const check = () => {
    focusFirstError();
    form.check();
  };
  return (
    <Dialog
      onClose={() => form.isSaving || onClose()}
      title={only ? `Trocar dados de ${bank.bankName}` : 'Escolher o banco'}
      description={
        only
          ? 'O resto fica como está. A loja usa o novo assim que você salvar.'
          : 'O novo vale na hora, sem parar a loja. Quem já gerou um Pix continua atendido pelo banco de antes.'
      }
      foot={
        <>
          {form.provider !== 'sandbox' && (
            <Button isBusy={form.isChecking} busyLabel="Conferindo..." onClick={check}>
              Conferir
            </Button>
          )}
          <Button variant="primary" type="submit" form="bank-form" isBusy={form.isSaving} busyLabel="Salvando...">
            Salvar e usar
          </Button>
        </>
      }
    >
      <Form
        ref={element}
        id="bank-form"
        autoComplete="off"
        onSubmit={() => {
          focusFirstError();
          form.save();
        }}
        className="grid gap-5"
      >
        {!only && <BankChoice form={form} />}
        <BankFields form={form} />
      </Form>
      <div key={form.isChecking ? 'asked' : 'told'} ref={showAll} className="mt-4 empty:hidden">
        <CheckFindings
          label="Conferência do banco"
          seen={form.checked}
          isBusy={form.isChecking}
          expected={PIX_PROVIDERS[form.provider].inspectedParts}
        />
      </div>
      <p className="mt-5 text-table text-muted">
        Segredos são cifrados neste servidor e não aparecem de novo. Para conferir e salvar, a loja pede a sua senha.
      </p>
    </Dialog>
  );
}

/** They stand below fields that may be many. */
function showAll(findings: HTMLElement | null): void {
  findings?.scrollIntoView({ block: 'nearest' });
}

function BankChoice({ form }: { form: BankForm }) {
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 text-sm font-medium">Por onde o Pix entra</legend>
      {CHOICES.map(({ provider, label, text }) => (
        <label
          key={provider}
          className="flex cursor-pointer items-start gap-3 rounded-card border border-line p-3.5 has-checked:border-foreground has-checked:ring-1 has-checked:ring-foreground"
        >
          <input
            type="radio"
            name="provider"
            className="mt-0.5 size-4.5 shrink-0 accent-petrol-600"
            checked={form.provider === provider}
            onChange={() => form.chooseProvider(provider)}
          />
          <span className="min-w-0">
            <span className="block text-sm font-semibold">{label}</span>
            <span className="block text-sm text-muted">{text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function BankFields({ form }: { form: BankForm }) {
  const folded = form.fields.filter(([, field]) => isFolded(field, form.pixBank));
  const open = form.fields.filter((row) => !folded.includes(row));
  const hasError = folded.some(([name]) => name in form.errors);
  const isShort = open.length === 0;
  if (form.provider === 'sandbox') return null;
  return (
    <>
      {form.provider === 'pix' && !form.isPartial && (
        <Select
          label="Banco"
          value={form.pixBank}
          onChange={(chosen) => form.chooseBank(chosen as PixBank)}
          options={PIX_BANK_OPTIONS}
        />
      )}
      {open.map(([name, field]) => (
        <BankField key={name} name={name} field={field} form={form} />
      ))}
      {folded.length > 0 && (
        <details open={hasError || isShort || undefined}>
          <summary className="cursor-pointer text-sm font-medium">Mais opções</summary>
          <div className="mt-4 grid gap-5">
            {folded.map(([name, field]) => (
              <BankField key={name} name={name} field={field} form={form} />
            ))}
          </div>
        </details>
      )}
    </>
  );
}

const CHOICES: { provider: ProviderName; label: string; text: string }[] = [
  { provider: 'mercadopago', label: PIX_PROVIDERS.mercadopago.label, text: 'Um campo. Conta de pessoa ou de empresa.' },
  {
    provider: 'pix',
    label: 'Outro banco (API Pix)',
    text: 'Efí, Banco do Brasil, Itaú, Sicredi, Inter, Bradesco e outros, com certificado.',
  },
  {
    provider: 'sandbox',
    label: 'Banco de testes',
    text: 'Tudo funciona e nenhum pagamento é real: quem visita a loja leva o produto sem pagar.',
  },
];

const PIX_BANK_OPTIONS = PIX_BANK_NAMES.map((value) => ({ value, label: PIX_BANKS[value] ?? 'Outro banco' }));
