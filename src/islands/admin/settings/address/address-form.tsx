import { useId } from 'react';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { ADDRESS_PARTS, type AddressState } from '#src/wire/address/address.ts';
import { CheckedFoot } from '../checked-foot.tsx';
import { lockedOutText } from './locked-out-text.ts';
import { useAddressForm } from './use-address-form.ts';

type Props = { state: AddressState; onSaved: (state: AddressState) => void; onCancel: (() => void) | null };

export function AddressForm({ state: { domain, authority, byPasskeyAlone }, onSaved, onCancel }: Props) {
  const address = useAddressForm(domain, onSaved);
  const { typed, errors } = address;
  return (
    <Form ref={address.form} onSubmit={() => address.save()} className="mt-5 grid gap-5">
      <TextField
        label="Domínio"
        name="domain"
        size="small"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        placeholder="loja.exemplo.com.br"
        hint="O nome que você comprou, já apontado para este servidor. Sem https:// e sem barras."
        value={typed.domain}
        onChange={(event) => address.type({ domain: event.target.value })}
        error={errors.domain ?? null}
      />
      {byPasskeyAlone.length > 0 && (
        <Notice tone="warning" title="Passkeys não valem em outro endereço">
          <p>{lockedOutText(byPasskeyAlone)}</p>
        </Notice>
      )}
      <Agreement
        authority={authority}
        isAgreed={typed.isAgreed}
        error={errors.isAgreed ?? null}
        onChange={(isAgreed) => address.type({ isAgreed })}
      />
      <CheckedFoot
        label="Conferência do domínio"
        seen={address.checked}
        isBusy={address.isChecking}
        expected={Object.keys(ADDRESS_PARTS).length}
        check={address.check}
        save={{ label: 'Salvar e pedir o certificado', isBusy: address.isSaving }}
        onCancel={onCancel}
      />
    </Form>
  );
}

type AgreementProps = {
  authority: AddressState['authority'];
  isAgreed: boolean;
  error: string | null;
  onChange: (isAgreed: boolean) => void;
};

function Agreement({ authority, isAgreed, error, onChange }: AgreementProps) {
  const id = useId();
  return (
    <div className="text-sm">
      <label className="flex min-h-9 items-start gap-3 py-1.5">
        <input
          type="checkbox"
          name="isAgreed"
          checked={isAgreed}
          aria-invalid={error !== null}
          aria-describedby={error ? id : undefined}
          onChange={(event) => onChange(event.target.checked)}
          className="mt-0.5 size-4.5 shrink-0 accent-petrol-700 dark:accent-petrol-400"
        />
        <span>
          Concordo com os{' '}
          <a href={authority.termsUrl} target="_blank" rel="noreferrer" className="link">
            termos de {authority.name}
          </a>
          , que emite o certificado de graça e fica com o seu e-mail.
        </span>
      </label>
      {error && (
        <p id={id} className="mt-1 text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
