import { FileArchive, type LucideIcon, Pause, Play, TriangleAlert, WifiOff, X } from 'lucide-react';
import { Button } from '#src/islands/ui/button.tsx';
import { IconAction } from '#src/islands/ui/icon-action.tsx';
import { ProgressBar } from '#src/islands/ui/progress-bar.tsx';
import { formatFileSize, formatSent } from '#src/wire/basics/file-size.ts';
import type { Platform } from '#src/wire/products/platforms.ts';
import { PlatformFields } from '../platform-fields.tsx';
import { percentOf, progressText } from './transfer-text.ts';
import type { SentFile, Transfers } from './use-transfers.ts';

type Props = { sent: SentFile; transfers: Transfers; platforms: readonly Platform[] };

export function SendingFile({ sent, transfers, platforms }: Props) {
  const { key, file, platform, label, state } = sent;
  const { Icon, frame, color } = LOOKS[state.name];
  return (
    <li className={`rounded-card border p-4 ${frame}`}>
      <div className="flex items-start gap-3 max-sm:flex-wrap">
        <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${color}`} />
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere font-medium text-sm">{file.name}</p>
          <p className="text-muted text-table tabular-nums">{lineOf(sent)}</p>
        </div>
        <div className="flex shrink-0 items-center gap-1 max-sm:basis-full max-sm:justify-end empty:hidden">
          {state.name === 'sending' && (
            <Button size="small" icon={Pause} onClick={() => transfers.pause(key)}>
              Pausar
              <span className="sr-only"> {file.name}</span>
            </Button>
          )}
          {(state.name === 'paused' || state.name === 'broken') && (
            <Button size="small" icon={Play} onClick={() => transfers.resume(key)}>
              Continuar
              <span className="sr-only"> {file.name}</span>
            </Button>
          )}
          {state.name !== 'checking' && (
            <IconAction label={`Cancelar o envio de ${file.name}`} icon={X} onClick={() => transfers.cancel(key)} />
          )}
        </div>
      </div>
      <p role="status" className={`pl-8 text-table ${state.name === 'refused' ? 'text-danger' : ''}`}>
        {newsOf(sent)}
      </p>
      {state.name !== 'held' && state.name !== 'refused' && <Bar sent={sent} />}
      {state.name !== 'refused' && (
        <PlatformFields
          fileName={file.name}
          platform={platform}
          label={label}
          platforms={platforms}
          onPlatform={(chosen) => transfers.setPlatform(key, chosen)}
          onLabel={(typed) => transfers.setLabel(key, typed)}
        />
      )}
    </li>
  );
}

function Bar({ sent: { file, sentBytes, bytesPerSecond } }: { sent: SentFile }) {
  const percent = percentOf({ sentBytes, totalBytes: file.size, bytesPerSecond });
  return (
    <div className="mt-2 flex items-center gap-3">
      <ProgressBar label={`Envio de ${file.name}`} value={percent} max={100} />
      <span className="code w-10 text-right text-mini">{percent}%</span>
    </div>
  );
}

function lineOf({ file, state, sentBytes, bytesPerSecond }: SentFile): string {
  if (state.name === 'held' || state.name === 'refused') return formatFileSize(file.size);
  if (state.name === 'sending') return progressText({ sentBytes, totalBytes: file.size, bytesPerSecond });
  return formatSent(sentBytes, file.size);
}

function newsOf({ state }: SentFile): string {
  switch (state.name) {
    case 'held':
      return 'O envio começa quando o rascunho estiver salvo.';
    case 'paused':
      return 'Envio pausado.';
    case 'broken':
      return 'A conexão caiu. O envio continua de onde parou.';
    case 'checking':
      return 'Conferindo o arquivo...';
    case 'refused':
      return state.message;
    case 'sending':
      return '';
  }
}

type Look = { Icon: LucideIcon; frame: string; color: string };

const CALM: Look = { Icon: FileArchive, frame: 'border-line', color: 'text-muted' };
const LOOKS: Record<SentFile['state']['name'], Look> = {
  held: CALM,
  sending: { ...CALM, frame: 'border-petrol-600' },
  paused: CALM,
  checking: { ...CALM, frame: 'border-petrol-600' },
  broken: { Icon: WifiOff, frame: 'border-warning/45 bg-amber-400/14', color: 'text-warning' },
  refused: { Icon: TriangleAlert, frame: 'border-danger/45 bg-danger/8', color: 'text-danger' },
};
