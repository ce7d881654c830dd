import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { ChangeButton } from '#src/islands/admin/form/change-button.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { ScreenHeader } from '#src/islands/admin/frame/screen-header.tsx';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { DownloadLink } from '#src/islands/ui/download-link.tsx';
import { noWrap } from '#src/islands/ui/no-wrap.ts';
import { EmptyState } from '#src/islands/ui/states/empty-state.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { formatReais } from '#src/wire/basics/money.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import type { Payable, Payout, PayoutRound } from '#src/wire/payouts/payouts.ts';
import { OpenPayout } from './open-payout.tsx';
import { PayableList } from './payable-list.tsx';
import { OpenPayouts, PastPayouts } from './payout-lists.tsx';
import { OPEN_PATH, PAYABLE_PATH, PAYOUTS_PATH, RECENT_PATH, ROUND_PATH } from './payout-paths.ts';

type Props = {
  /** They are null after an error; the island then loads them. */
  renderedOpen: Page<Payout> | null;
  renderedPayable: Payable[] | null;
  renderedRecent: Page<Payout> | null;
  renderedRound: PayoutRound | null;
  minimum: number;
};

export function Payouts({ renderedOpen, renderedPayable, renderedRecent, renderedRound, minimum }: Props) {
  const open = useRead<Page<Payout>>(OPEN_PATH, { initialData: renderedOpen ?? undefined });
  const payable = useRead<Payable[]>(PAYABLE_PATH, { initialData: renderedPayable ?? undefined });
  const recent = useRead<Page<Payout>>(RECENT_PATH, { initialData: renderedRecent ?? undefined });
  const round = useRead<PayoutRound>(ROUND_PATH, { initialData: renderedRound ?? undefined });
  const [chosenId, setChosenId] = useState<string | null>(null);
  const closing = useChange<undefined, Payout[]>({
    run: () => api.post<Payout[]>(PAYOUTS_PATH, {}),
    refresh: [PAYOUTS_PATH],
    done: (made) => {
      setChosenId(made[0]?.id ?? null);
      const count = made.length === 1 ? '1 pagamento' : `${made.length} pagamentos`;
      showToast({ tone: 'success', title: 'Pagamentos fechados', description: `${count} para fazer no app do banco.` });
    },
    failed: 'Nada foi fechado',
  });
  const waiting = open.data?.items ?? [];
  const chosen = waiting.find(({ id }) => id === chosenId) ?? waiting[0];
  const awaitingKey = (payable.data ?? []).filter(({ block }) => block === 'no_pix_key' || block === 'key_on_hold');
  const isReady = (payable.data ?? []).some(({ block }) => block === null);
  const past = (recent.data?.items ?? []).filter(({ state }) => state !== 'open');
  const failed = [open, payable, recent, round].find(({ isError }) => isError);
  return (
    <div className="grid grid-cols-1 gap-4">
      <ScreenHeader
        title="Fechar pagamentos"
        help="affiliates/payouts"
        subtitle={noWrap(
          `O que está liberado até hoje, a partir de ${formatReais(minimum)} por parceiro. Você paga no app do seu banco.`,
        )}
        actions={
          <>
            {waiting.length > 0 && <DownloadLink href={`${PAYOUTS_PATH}/bank.csv`} text="CSV para o banco" />}
            {isReady && (
              <ChangeButton
                change={closing}
                label="Fechar pagamentos"
                busyLabel="Fechando..."
                variant={waiting.length > 0 ? 'secondary' : 'primary'}
                icon={HandCoins}
              />
            )}
          </>
        }
      />
      {failed && (
        <FailedState
          title="Falha ao carregar os pagamentos"
          read={{ isFetching: failed.isFetching, refetch: () => refreshLists(PAYOUTS_PATH) }}
        />
      )}
      <div
        className={`grid grid-cols-1 items-start gap-4 ${chosen ? 'xl:grid-cols-[minmax(0,1fr)_25rem] xl:grid-rows-[auto_auto_auto_1fr]' : ''}`}
      >
        {chosen && (
          <>
            <OpenPayouts
              payouts={waiting}
              round={round.data}
              awaitingKey={awaitingKey.length}
              chosenId={chosen.id}
              onChoose={setChosenId}
            />
            <OpenPayout key={chosen.id} payout={chosen} />
          </>
        )}
        {(payable.data?.length ?? 0) > 0 && <PayableList payable={payable.data ?? []} minimum={minimum} />}
        {payable.data?.length === 0 && waiting.length === 0 && (
          <div className="rounded-card border border-line bg-surface">
            <EmptyState icon={HandCoins} title="Nada a pagar agora" text={NOTHING} />
          </div>
        )}
        {past.length > 0 && <PastPayouts payouts={past} />}
      </div>
    </div>
  );
}

const NOTHING = 'Uma comissão é liberada depois da semana de desistência. O que estiver liberado aparece aqui.';
