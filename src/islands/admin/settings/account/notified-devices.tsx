import { Monitor, Smartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  addThisDevice,
  type DeviceState,
  forgetThisDevice,
  readDeviceState,
  readOwnDeviceId,
} from '#src/client/admin/notified-device.ts';
import { api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { ChangeButton } from '#src/islands/admin/form/change-button.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { countText } from '#src/islands/admin/list/count-text.ts';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import { Badge } from '#src/islands/ui/states/badge.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { formatDay } from '#src/wire/basics/dates.ts';
import {
  type NotifiedDevice,
  OWN_DEVICES_PATH,
  OWN_NOTIFICATIONS_PATH,
  type OwnNotifications,
  type TestedDevices,
} from '#src/wire/notifications/own-notifications.ts';

export function NotifiedDevices({ own: { devices, publicKey } }: { own: OwnNotifications }) {
  const [state, setState] = useState<DeviceState>(readDeviceState);
  const [ownId, setOwnId] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the shop knows changes with what this browser is
  useEffect(() => {
    readOwnDeviceId().then(setOwnId, () => setOwnId(null));
  }, [devices]);
  const adding = useChange<undefined, boolean>({
    run: () => addThisDevice(publicKey),
    done: async (isAdded) => {
      setState(readDeviceState());
      if (!isAdded) return;
      await refreshLists(OWN_NOTIFICATIONS_PATH);
      showToast({ tone: 'success', title: 'Avisos ligados neste aparelho' });
    },
    failed: (error) => {
      const description = sentenceOf(error, 'O serviço de avisos do navegador não respondeu. Tente de novo.');
      showToast({ tone: 'danger', title: 'Os avisos não foram ligados', description });
      setState(readDeviceState());
    },
  });
  const isAdded = devices.some(({ id }) => id === ownId);
  return (
    <>
      <ul className="mt-4 divide-y divide-line border-y border-line empty:hidden">
        {devices.map((device) => (
          <Device key={device.id} device={device} isOwn={device.id === ownId} />
        ))}
      </ul>
      <DeviceHint state={state} />
      <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
        {state === 'ready' && !isAdded && (
          <ChangeButton
            change={adding}
            label="Avisar neste aparelho"
            busyLabel="Ligando..."
            variant="primary"
            size="normal"
          />
        )}
        {devices.length > 0 && <TestButton />}
      </div>
    </>
  );
}

function TestButton() {
  const test = useChange<undefined, TestedDevices>({
    run: () => api.post(`${OWN_NOTIFICATIONS_PATH}/test`),
    refresh: [OWN_NOTIFICATIONS_PATH],
    done: ({ sent, removed, failed }) => {
      const others = [
        removed > 0
          ? `${countText(removed, 'aparelho não existe mais e foi tirado', 'aparelhos não existem mais e foram tirados')}.`
          : '',
        failed > 0
          ? `${countText(failed, 'aparelho não recebeu', 'aparelhos não receberam')}: tente de novo em alguns minutos.`
          : '',
      ];
      showToast({
        tone: sent > 0 ? 'success' : 'danger',
        title: sent > 0 ? `Aviso enviado a ${countText(sent, 'aparelho', 'aparelhos')}` : 'O aviso não saiu',
        description: others.filter(Boolean).join(' ') || 'Ele aparece em alguns segundos.',
      });
    },
    failed: 'O aviso de teste não saiu',
  });
  return <ChangeButton change={test} label="Enviar um aviso de teste" busyLabel="Enviando..." size="normal" />;
}

const HINTS: Record<DeviceState, { title: string; text: string } | null> = {
  ready: null,
  refused: {
    title: 'O navegador bloqueia os avisos desta loja',
    text: 'Toque no cadeado, ao lado do endereço, abra as permissões, libere Notificações e recarregue esta página.',
  },
  'home-screen': {
    title: 'No iPhone e no iPad, instale o painel primeiro',
    text: 'No Safari, toque em Compartilhar e em Adicionar à Tela de Início. Abra o painel por lá e volte a esta página.',
  },
  insecure: {
    title: 'Os avisos precisam de https',
    text: 'Ponha o endereço da loja em Configurações, Endereço, e abra o painel por ele.',
  },
  incapable: {
    title: 'Este navegador não recebe avisos',
    text: 'Abra o painel no Chrome, no Edge, no Firefox ou no Safari.',
  },
};

function DeviceHint({ state }: { state: DeviceState }) {
  const hint = HINTS[state];
  if (!hint) {
    return (
      <p className="mt-3 text-table text-muted">
        No iPhone e no iPad os avisos só chegam com o painel na tela de início: Compartilhar, Adicionar à Tela de
        Início.
      </p>
    );
  }
  return (
    <Notice className="mt-4" tone="warning" title={hint.title}>
      {hint.text}
    </Notice>
  );
}

function Device({ device: { id, name, addedAt, isFailing }, isOwn }: { device: NotifiedDevice; isOwn: boolean }) {
  const removal = useChange<undefined, unknown>({
    run: async () => {
      await api.delete(`${OWN_DEVICES_PATH}/${id}`);
      if (isOwn) await forgetThisDevice();
    },
    refresh: [OWN_NOTIFICATIONS_PATH],
    told: { title: 'Aparelho tirado', description: name },
    failed: 'Erro ao tirar o aparelho',
  });
  const Sign = /Android|iPhone|iPad/.test(name) ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Sign aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
          {name}
          {isOwn && <Badge tone="success">Este aparelho</Badge>}
          {isFailing && <Badge tone="warning">Sem resposta</Badge>}
        </p>
        <p className="mt-0.5 text-table text-muted">{`Desde ${formatDay(addedAt)}`}</p>
      </div>
      <ChangeButton change={removal} label="Tirar" busyLabel="Tirando..." aria-label={`Tirar ${name}`} />
    </li>
  );
}
