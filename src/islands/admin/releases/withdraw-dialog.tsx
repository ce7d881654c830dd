import { useState } from 'react';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { TextArea } from '#src/islands/ui/fields/text-area.tsx';
import { ConfirmDialog } from '#src/islands/ui/overlays/confirm-dialog.tsx';
import { PRODUCT_LIST } from '#src/wire/products/product-list.ts';
import type { AdminProduct } from '#src/wire/products/products.ts';
import { RELEASE_TEXTS, type Release } from '#src/wire/releases/releases.ts';
import { releasePath } from './release-paths.ts';
import { withdrawalEffect } from './release-text.ts';

type Props = { product: AdminProduct; release: Release; releases: readonly Release[]; onClose: () => void };

export function WithdrawDialog({ product, release, releases, onClose }: Props) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { submit, isBusy } = useChange<string, unknown>({
    run: (typed) => api.post(releasePath(release.id, 'withdraw'), { reason: typed }),
    refresh: [PRODUCT_LIST.path],
    told: `Versão ${release.version} retirada`,
    done: onClose,
    failed: (refusal) => {
      const atField = refusal instanceof ApiError ? refusal.fields['reason'] : undefined;
      if (atField) return setError(atField);
      showToast({ tone: 'danger', title: 'Erro ao retirar a versão', description: sentenceOf(refusal) });
    },
  });
  const confirm = () => {
    if (reason.trim() === '') return setError(RELEASE_TEXTS.reason);
    submit(reason);
  };
  return (
    <ConfirmDialog
      title={`Retirar a versão ${release.version}?`}
      description={withdrawalEffect(release, releases, product.downloadUrl !== '')}
      confirmLabel="Retirar versão"
      busyLabel="Retirando..."
      isBusy={isBusy}
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextArea
        label="Motivo"
        size="small"
        rows={3}
        hint="Só você vê."
        value={reason}
        error={error}
        onChange={({ target }) => {
          setReason(target.value);
          setError(null);
        }}
      />
    </ConfirmDialog>
  );
}
