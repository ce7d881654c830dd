import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ChangeButton } from '#src/islands/admin/form/change-button.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { countText } from '#src/islands/admin/list/count-text.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { IconAction } from '#src/islands/ui/icon-action.tsx';
import { Badge } from '#src/islands/ui/states/badge.tsx';
import { BACKUPS_PATH, type BackupAddress, type ListedBackup } from '#src/wire/backups/backups.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { formatFileSize } from '#src/wire/basics/file-size.ts';
import { RemoveDialog } from './remove-dialog.tsx';

/** Where the shop cannot restore it itself, `onRestore` is null. */
type Props = { backup: ListedBackup; onRestore: ((backup: ListedBackup) => void) | null; onRemoved: () => void };

export function BackupRow({ backup, onRestore, onRemoved }: Props) {
  const [isRemoving, setRemoving] = useState(false);
  const download = useChange<undefined, BackupAddress>({
    run: () => api.post(`${BACKUPS_PATH}/${encodeURIComponent(backup.name)}`),
    done: ({ address }) => location.assign(address),
    failed: 'O backup não pode ser baixado',
  });
  const when = formatDayTime(backup.madeAt);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3.5 py-2.5 text-sm">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium tabular-nums">
          {when}
          <Badge tone={backup.verifiedAt ? 'success' : 'warning'}>
            {backup.verifiedAt ? `verificado em ${formatDayTime(backup.verifiedAt)}` : 'não verificado'}
          </Badge>
        </p>
        <p className="text-table text-muted tabular-nums wrap-anywhere">{contentOf(backup)}</p>
        <p className="text-table text-muted wrap-anywhere">{placeOf(backup)}</p>
        {backup.problem && <p className="text-table text-danger wrap-anywhere">{backup.problem}</p>}
      </div>
      <ChangeButton
        change={download}
        label="Baixar"
        busyLabel="Preparando..."
        icon={Download}
        aria-label={`Baixar o backup de ${when}`}
      />
      {onRestore && (
        <Button size="small" aria-label={`Restaurar o backup de ${when}`} onClick={() => onRestore(backup)}>
          Restaurar
        </Button>
      )}
      <IconAction label={`Excluir o backup de ${when}`} icon={Trash2} tone="danger" onClick={() => setRemoving(true)} />
      {isRemoving && <RemoveDialog backup={backup} onRemoved={onRemoved} onClose={() => setRemoving(false)} />}
    </li>
  );
}

function contentOf({ sizeBytes, files, hasKeyFile, isEncrypted }: ListedBackup): string {
  const parts = [
    formatFileSize(sizeBytes),
    files === null ? '' : countText(files, 'arquivo', 'arquivos'),
    hasKeyFile ? 'com a chave dos segredos' : 'sem a chave dos segredos',
    isEncrypted ? 'cifrado' : '',
  ];
  return parts.filter(Boolean).join(' · ');
}

function placeOf({ isHere, isInBucket, isOwn }: ListedBackup): string {
  if (!isOwn) return 'Na pasta deste servidor, feito por comando';
  if (isHere && isInBucket) return 'Na pasta deste servidor e no balde';
  return isHere ? 'Só na pasta deste servidor' : 'No balde';
}
