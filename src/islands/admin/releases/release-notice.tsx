import { api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/toast.ts';
import { useChange } from '#src/islands/admin/use-change.ts';
import { refreshLists } from '#src/islands/admin/use-list.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Switch } from '#src/islands/ui/switch.tsx';
import type { Announcement } from '#src/wire/announcements.ts';
import type { Release } from '#src/wire/releases.ts';
import { releasePath, releasesPath } from './release-paths.ts';

type Props = {
  productId: string;
  /** Null until it is saved. */
  release: Release | null;
  isWanted: boolean;
  onWanted: (isWanted: boolean) => void;
};

/** The mail to those who bought: whether it is sent, and how far it is. */
export function ReleaseNotice({ productId, release, isWanted, onWanted }: Props) {
  const test = useNoticeChange(productId, release, 'test');
  const stop = useNoticeChange(productId, release, 'stop');
  const announcement = release?.announcement ?? null;
  useReadAgain(productId, announcement?.state === 'sending');
  if (release && release.state !== 'draft') {
    if (!announcement) return null;
    return (
      <section aria-labelledby="release-notice">
        <h3 id="release-notice" className="text-sm">
          Aviso por e-mail
        </h3>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-3 text-table">
          {/* Busy while it counts, so that a screen reader says the end and not each step. */}
          <p role="status" aria-busy={announcement.state === 'sending'} className="min-w-0 tabular-nums">
            {progressText(announcement)}
          </p>
          {announcement.state === 'sending' && (
            <Button
              variant="secondary"
              size="small"
              isBusy={stop.isBusy}
              busyLabel="Parando..."
              onClick={() => stop.submit(undefined)}
            >
              Parar envio
            </Button>
          )}
        </div>
      </section>
    );
  }
  return (
    <div className="grid gap-3">
      <Switch label={wantedLabel(release)} hint={HINT} isOn={isWanted} onChange={onWanted} />
      {isWanted && release && (
        <div>
          <Button
            variant="secondary"
            size="small"
            isBusy={test.isBusy}
            busyLabel="Enviando..."
            onClick={() => test.submit(undefined)}
          >
            Enviar teste para mim
          </Button>
        </div>
      )}
    </div>
  );
}

const HINT = 'Um e-mail com o que mudou, no ritmo da loja. Quem não quer avisos só recebe os importantes.';

function wantedLabel(release: Release | null): string {
  if (!release) return 'Avisar quem comprou';
  const people = release.audience.toLocaleString('pt-BR');
  return release.audience === 1 ? 'Avisar a pessoa que comprou' : `Avisar as ${people} pessoas que compraram`;
}

function progressText({ state, sent, audience, skipped }: Announcement): string {
  const reached = `${sent.toLocaleString('pt-BR')} de ${audience.toLocaleString('pt-BR')}`;
  const left = skipped > 0 ? `, ${skipped.toLocaleString('pt-BR')} não enviados` : '';
  if (state === 'sending') return `Enviando: ${reached}${left}`;
  return state === 'stopped' ? `Envio parado: ${reached}${left}` : `Enviado: ${reached}${left}`;
}

/** The drawer shows the same list. */
function useReadAgain(productId: string, isSending: boolean): void {
  useRead<Release[]>(releasesPath(productId), { refetchInterval: isSending && ASK_EVERY_MS });
}

const ASK_EVERY_MS = 3_000;

const DONE = {
  test: { title: 'Teste a caminho', description: 'Ele segue só para o seu e-mail, com o texto que está salvo.' },
  stop: { title: 'Envio parado', description: 'Quem ainda não recebeu não recebe mais.' },
} as const;

function useNoticeChange(productId: string, release: Release | null, act: 'test' | 'stop') {
  return useChange<undefined, Release>({
    run: () => api.post<Release>(`${releasePath(release?.id ?? '')}/announcement/${act}`),
    done: async () => {
      showToast({ tone: 'success', ...DONE[act] });
      await refreshLists(releasesPath(productId));
    },
    failed: (error) => {
      showToast({ tone: 'danger', title: 'Erro ao avisar', description: sentenceOf(error) });
      void refreshLists(releasesPath(productId));
    },
  });
}
