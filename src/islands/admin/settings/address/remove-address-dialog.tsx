import { api } from '#src/client/api.ts';
import { ConfirmedChange } from '#src/islands/admin/form/confirmed-change.tsx';
import { ADDRESS_IN_USE_PATH, type AddressState } from '#src/wire/address/address.ts';
import { lockedOutText } from './locked-out-text.ts';

type Props = { state: AddressState; onRemoved: () => void; onClose: () => void };

export function RemoveAddressDialog({ state: { domain, plainUrl, byPasskeyAlone }, onRemoved, onClose }: Props) {
  return (
    <ConfirmedChange
      run={async () => {
        await api.delete(ADDRESS_IN_USE_PATH);
        onRemoved();
      }}
      failed="O domínio continua na loja"
      onClose={onClose}
      title={`Tirar ${domain} da loja?`}
      description={`A loja volta a atender só em ${plainUrl}, sem https, e todos entram de novo.${isOnlyHere(plainUrl) ? ONLY_HERE : ''} Os links já enviados, que levam a https://${domain}, deixam de abrir. O banco não consegue mais avisar os pagamentos: a loja pergunta por eles sozinha, mais devagar. Os plugins não conferem licenças.${byPasskeyAlone.length > 0 ? ` ${lockedOutText(byPasskeyAlone)}` : ''}`}
      confirmLabel="Tirar o domínio"
      busyLabel="Tirando..."
    />
  );
}

function isOnlyHere(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
}

const ONLY_HERE = ' Esse endereço só abre na própria máquina do servidor.';
