import { useState } from 'react';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { ConfirmDialog } from '#src/islands/ui/overlays/confirm-dialog.tsx';
import { BACKUPS_PATH, LAST_BACKUP, type ListedBackup, MAY_BE_LAST } from '#src/wire/backups/backups.ts';
import { formatDayTime } from '#src/wire/basics/dates.ts';

type Props = { backup: ListedBackup; onRemoved: () => void; onClose: () => void };

/** The last verified one asks a second time. */
export function RemoveDialog({ backup: { name, madeAt, isHere, isInBucket }, onRemoved, onClose }: Props) {
  const [lastSentence, setLastSentence] = useState<string | null>(null);
  const when = formatDayTime(madeAt);
  const removal = useChange<undefined, unknown>({
    run: () => {
      const address = `${BACKUPS_PATH}/${encodeURIComponent(name)}`;
      return api.delete(lastSentence ? `${address}?${MAY_BE_LAST}=1` : address);
    },
    told: `Backup de ${when} excluído`,
    done: () => {
      onRemoved();
      onClose();
    },
    failed: (error) => {
      if (error instanceof ApiError && error.code === LAST_BACKUP) return setLastSentence(error.message);
      showToast({ tone: 'danger', title: 'O backup não foi excluído', description: sentenceOf(error) });
    },
  });
  const place = isHere && isInBucket ? 'da pasta e do balde' : isHere ? 'da pasta' : 'do balde';
  return (
    <ConfirmDialog
      title={`Excluir o backup de ${when}?`}
      description={lastSentence ?? `Ele sai ${place}, e não volta.`}
      confirmLabel={lastSentence ? 'Excluir mesmo assim' : 'Excluir backup'}
      busyLabel="Excluindo..."
      isBusy={removal.isBusy}
      onConfirm={() => removal.submit(undefined)}
      onClose={onClose}
    />
  );
}
