import { useEffect, useState } from 'react';
import { api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { FormDialog } from '#src/islands/admin/form/form-dialog.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { FieldToCopy } from '#src/islands/admin/settings/field-to-copy.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import { CODE_APP_PATH, type CodeAppBegun, type FactorAdded } from '#src/wire/access/factors.ts';

type Props = { onAdded: (added: FactorAdded) => void; onClose: () => void };

export function CodeAppDialog({ onAdded, onClose }: Props) {
  const [begun, setBegun] = useState<CodeAppBegun | null>(null);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const beginning = useChange<undefined, CodeAppBegun>({
    run: () => api.post<CodeAppBegun>(CODE_APP_PATH),
    done: setBegun,
    failed: (refusal) => {
      showToast({ tone: 'danger', title: 'O aplicativo não foi ligado', description: sentenceOf(refusal) });
      onClose();
    },
  });
  const confirming = useChange<string, FactorAdded>({
    run: (typed) => api.post<FactorAdded>(`${CODE_APP_PATH}/confirm`, { code: typed }),
    done: onAdded,
    failed: (refusal) => setError(sentenceOf(refusal)),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: one secret for each window
  useEffect(() => beginning.submit(undefined), []);
  return (
    <FormDialog
      title="Ligar aplicativo de códigos"
      description="Leia o código com o aplicativo e digite os seis números que ele mostra."
      submitLabel="Ligar"
      busyLabel="Conferindo..."
      isBusy={confirming.isBusy}
      onSubmit={() => {
        setError(null);
        if (begun) confirming.submit(code);
      }}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {begun ? <Secret begun={begun} /> : <Skeleton className="mx-auto size-52" />}
        <TextField
          label="Código do aplicativo"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          value={code}
          onChange={({ target }) => setCode(target.value)}
          error={error}
        />
      </div>
    </FormDialog>
  );
}

function Secret({ begun: { secret, qrCodeBase64 } }: { begun: CodeAppBegun }) {
  return (
    <>
      <img
        src={`data:image/png;base64,${qrCodeBase64}`}
        alt="Código QR para o aplicativo de códigos"
        className="mx-auto size-52 rounded-field bg-white p-2 [image-rendering:pixelated]"
      />
      <div>
        <p className="mb-1.5 text-sm font-medium">Sem câmera? Digite no aplicativo</p>
        <FieldToCopy value={secret} copyLabel="Copiar" aria-label="Segredo para o aplicativo de códigos" />
      </div>
    </>
  );
}
