import { api } from '#src/client/api.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { ConfirmDialog } from '#src/islands/ui/overlays/confirm-dialog.tsx';
import { ADDRESS_IN_USE_PATH, type AddressState } from '#src/wire/address/address.ts';
import { lockedOutText } from './locked-out-text.ts';

type Props = { state: AddressState; onRemoved: () => void; onClose: () => void };

export function RemoveAddressDialog({ state: { domain, plainUrl, byPasskeyAlone }, onRemoved, onClose }: Props) {
  const removal = useChange<undefined, AddressState>({
    run: () => api.delete(ADDRESS_IN_USE_PATH),
    done: () => {
      onRemoved();
      onClose();
    },
    failed: 'O domínio continua na loja',
  });
  return (
    <ConfirmDialog
      title={`Tirar ${domain} da loja?`}
      description={`A loja volta a atender só em ${plainUrl}, sem https, e todos entram de novo.${isOnlyHere(plainUrl) ? ONLY_HERE : ''} Os links já enviados, que levam a https://${domain}, deixam de abrir. O banco não consegue mais avisar os pagamentos: a loja pergunta por eles sozinha, mais devagar. Os plugins não conferem licenças.${byPasskeyAlone.length > 0 ? ` ${lockedOutText(byPasskeyAlone)}` : ''}`}
      confirmLabel="Tirar o domínio"
      busyLabel="Tirando..."
      isBusy={removal.isBusy}
      onConfirm={() => removal.submit(undefined)}
      onClose={onClose}
    />
  );
}

function isOnlyHere(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
}

const ONLY_HERE = ' Esse endereço só abre na própria máquina do servidor.';
