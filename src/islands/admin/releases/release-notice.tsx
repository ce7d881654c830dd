import { useId } from 'react';
import { api } from '#src/client/api.ts';
import { ChangeButton } from '#src/islands/admin/form/change-button.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Switch } from '#src/islands/ui/fields/switch.tsx';
import { endText } from '#src/wire/mail/notice-end.ts';
import type { Announcement } from '#src/wire/releases/announcements.ts';
import type { Release } from '#src/wire/releases/releases.ts';
import { releasesPath } from './release-paths.ts';

type Props = {
  productId: string;
  /** It leads to the version, or to the file that it got later; null until it is saved. */
  path: string | null;
  announcement: Announcement | null;
  title: string;
  /** It is null once the version is published. */
  choice: Choice | null;
};

/** `who` follows the people, as in 'que compraram'; `audience` is null until it is known. */
type Choice = {
  audience: number | null;
  who: string;
  hint: string;
  /** If it began now; null until it is known. */
  endsAt: string | null;
  isWanted: boolean;
  onWanted: (isWanted: boolean) => void;
};

/** The mail to those who bought: whether it is sent, and how far it is. */
export function ReleaseNotice({ productId, path, announcement, title, choice }: Props) {
  const titleId = useId();
  const test = useNoticeChange(productId, path, 'test');
  const stop = useNoticeChange(productId, path, 'stop');
  useReadAgain(productId, announcement?.state === 'sending');
  if (!choice) {
    if (!announcement) return null;
    return (
      <section aria-labelledby={titleId}>
        <h3 id={titleId} className="text-sm">
          {title}
        </h3>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-3 text-table">
          {/* It is busy while it counts, so that a screen reader says the end and not each step. */}
          <p role="status" aria-busy={announcement.state === 'sending'} className="min-w-0 tabular-nums">
            {progressText(announcement)}
          </p>
          {announcement.state === 'sending' && (
            <ChangeButton change={stop} label="Parar envio" busyLabel="Parando..." />
          )}
        </div>
      </section>
    );
  }
  return (
    <div className="grid gap-3">
      <Switch label={wantedLabel(choice)} hint={hintOf(choice)} isOn={choice.isWanted} onChange={choice.onWanted} />
      {choice.isWanted && path && (
        <div>
          <ChangeButton change={test} label="Enviar teste para mim" busyLabel="Enviando..." />
        </div>
      )}
    </div>
  );
}

function hintOf({ hint, audience, endsAt }: Choice): string {
  return audience && endsAt ? `${hint} Se começar agora, ${endText(endsAt, new Date())}.` : hint;
}

function wantedLabel({ audience, who }: Choice): string {
  if (audience === null) return 'Avisar quem comprou';
  return audience === 1 ? `Avisar a pessoa ${who}` : `Avisar as ${audience.toLocaleString('pt-BR')} pessoas ${who}`;
}

function progressText({ state, sent, audience, skipped, endsAt }: Announcement): string {
  const reached = `${sent.toLocaleString('pt-BR')} de ${audience.toLocaleString('pt-BR')}`;
  const left = skipped > 0 ? `, ${skipped.toLocaleString('pt-BR')} não enviados` : '';
  const end = endsAt ? `, ${endText(endsAt, new Date())}` : '';
  if (state === 'sending') return `Enviando: ${reached}${left}${end}`;
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

function useNoticeChange(productId: string, path: string | null, act: 'test' | 'stop') {
  return useChange<undefined, Release>({
    run: () => api.post<Release>(`${path}/announcement/${act}`),
    refresh: [releasesPath(productId)],
    isRefreshedOnFailure: true,
    told: DONE[act],
    failed: 'Erro ao avisar',
  });
}
