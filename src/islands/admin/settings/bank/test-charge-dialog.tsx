import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { CopyButton } from '#src/islands/ui/copy/copy-button.tsx';
import { Dialog } from '#src/islands/ui/overlays/dialog.tsx';
import { Spinner } from '#src/islands/ui/states/spinner.tsx';
import type { TestCharge, TestChargeState } from '#src/wire/payments/bank.ts';
import { TEST_CHARGE_PATH } from './bank-paths.ts';

export function TestChargeDialog({ charge, onClose }: { charge: TestCharge; onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { state, giveBack, isGivingBack } = useTestCharge(charge.reference);
  return (
    <Dialog
      onClose={onClose}
      title={`Cobrança de teste de ${charge.amount}`}
      description="Pague com o app de um banco: aponte a câmera para o código ou use o Pix copia e cola."
      foot={
        <>
          {state === 'paid' && (
            <Button variant="primary" isBusy={isGivingBack} busyLabel="Devolvendo..." onClick={giveBack}>
              Devolver {charge.amount}
            </Button>
          )}
          <Button onClick={onClose}>Concluir</Button>
        </>
      }
    >
      <State state={state} />
      {(state === 'waiting' || state === 'silent') && (
        <div className="mt-4 grid gap-5 sm:grid-cols-[18.25rem_minmax(0,1fr)]">
          <img
            src={`data:image/png;base64,${charge.qrCodeBase64}`}
            alt={`Código QR do Pix de ${charge.amount}`}
            width={292}
            height={292}
            className="mx-auto aspect-square w-full max-w-73 rounded-card bg-white object-scale-down [image-rendering:pixelated]"
          />
          <div className="min-w-0">
            <label htmlFor="test-charge-code" className="text-sm font-medium">
              Pix copia e cola
            </label>
            <textarea
              ref={field}
              id="test-charge-code"
              readOnly
              rows={4}
              value={charge.pixCopyPaste}
              onFocus={(event) => event.currentTarget.select()}
              spellCheck={false}
              className="code mt-1.5 block w-full resize-none break-all rounded-field border border-outline bg-background px-3 py-2.5 text-mini text-muted"
            />
            <div className="mt-3">
              <CopyButton
                label="Copiar código Pix"
                text={charge.pixCopyPaste}
                field={field}
                className="button-1 w-full"
              />
            </div>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function State({ state }: { state: ShownChargeState }) {
  const { sign, title, sentence } = STATES[state];
  return (
    <div role="status" className="flex items-start gap-3 rounded-card border border-line bg-background p-4">
      <span aria-hidden className="grid h-6 shrink-0 place-items-center">
        {sign}
      </span>
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-muted">{sentence}</p>
      </div>
    </div>
  );
}

const STATES: Record<ShownChargeState, { sign: ReactNode; title: string; sentence: string }> = {
  waiting: {
    sign: <Spinner className="size-4.5 text-muted" />,
    title: 'Aguardando pagamento',
    sentence: 'A loja pergunta ao banco a cada 3 segundos. Sem pagamento, a cobrança vence sozinha.',
  },
  silent: {
    sign: <CircleAlert className="size-5 text-warning" />,
    title: 'O banco não respondeu agora',
    sentence: 'A loja continua perguntando. Se você já pagou, o pagamento não se perde.',
  },
  paid: {
    sign: <CircleCheck className="size-5 text-success" />,
    title: 'Pagamento recebido',
    sentence: 'O caminho inteiro funciona. O dinheiro está na sua conta, e a loja pode devolver a quem pagou.',
  },
  returned: {
    sign: <CircleCheck className="size-5 text-success" />,
    title: 'Valor devolvido',
    sentence: 'O banco devolve a quem pagou, na conta de onde o Pix saiu.',
  },
  closed: {
    sign: <CircleAlert className="size-5 text-warning" />,
    title: 'Cobrança encerrada sem pagamento',
    sentence: 'Feche esta janela e crie outra cobrança para tentar de novo.',
  },
};

/** It is `silent` while the bank does not respond. */
type ShownChargeState = TestChargeState['state'] | 'silent';

const ASK_EVERY_MS = 3_000;

function useTestCharge(reference: string) {
  const path = `${TEST_CHARGE_PATH}/${reference}`;
  const [isReturned, setReturned] = useState(false);
  const { data, isError } = useRead<TestChargeState>(path, {
    refetchInterval: ({ state: { data: last } }) => (!last || last.state === 'waiting' ? ASK_EVERY_MS : false),
  });
  const giving = useChange<undefined, TestChargeState>({
    run: () => api.post(`${path}/refund`),
    done: () => setReturned(true),
    failed: 'Erro ao devolver a cobrança de teste',
  });
  const asked: ShownChargeState = isError ? 'silent' : (data?.state ?? 'waiting');
  return {
    state: isReturned ? ('returned' as const) : asked,
    giveBack: () => giving.submit(undefined),
    isGivingBack: giving.isBusy,
  };
}
