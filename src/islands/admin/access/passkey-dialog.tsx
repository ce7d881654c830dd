import { useState } from 'react';
import { api, sentenceOf } from '#src/client/api.ts';
import { isGivenUp, makePasskey } from '#src/client/passkeys.ts';
import { FormDialog } from '#src/islands/admin/form/form-dialog.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { describeDevice } from '#src/wire/access/device.ts';
import { type FactorAdded, OWN_PASSKEYS_PATH, type PasskeyBegun } from '#src/wire/access/factors.ts';

type Props = { onAdded: (added: FactorAdded) => void; onClose: () => void };

export function PasskeyDialog({ onAdded, onClose }: Props) {
  const [name, setName] = useState(() => describeDevice(navigator.userAgent));
  const [error, setError] = useState<string | null>(null);
  const { submit, isBusy } = useChange<string, FactorAdded>({
    run: async (named) => {
      const begun = await api.post<PasskeyBegun>(`${OWN_PASSKEYS_PATH}/begin`);
      const attestation = await makePasskey(begun);
      return api.post<FactorAdded>(OWN_PASSKEYS_PATH, { challengeId: begun.challengeId, name: named, attestation });
    },
    done: onAdded,
    failed: (refusal) => setError(sentenceOf(refusal, isGivenUp(refusal) ? GIVEN_UP : HELD_ALREADY)),
  });
  return (
    <FormDialog
      title="Criar passkey"
      description="O navegador pergunta onde guardá-la: neste aparelho, no celular ou em uma chave de segurança."
      submitLabel="Criar passkey"
      busyLabel="Criando..."
      isBusy={isBusy}
      onSubmit={() => {
        setError(null);
        submit(name);
      }}
      onClose={onClose}
    >
      <TextField
        label="Nome"
        hint="Para você saber de qual aparelho é."
        maxLength={60}
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={error}
      />
    </FormDialog>
  );
}

const GIVEN_UP = 'O navegador não criou a passkey. Tente de novo.';
const HELD_ALREADY = 'O navegador não criou a passkey. Talvez este aparelho já tenha uma desta loja.';
