import { CircleAlert, CircleCheck, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiError, api } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { IconAction } from '#src/islands/ui/icon-action.tsx';
import { formatFileSize } from '#src/wire/basics/file-size.ts';
import { PLATFORMS, type Platform } from '#src/wire/products/platforms.ts';
import type { ReleaseFile, UpdateReleaseFile } from '#src/wire/releases/releases.ts';
import { PlatformFields } from '../platform-fields.tsx';
import { releaseFilePath, releasesPath } from '../release-paths.ts';

type Props = {
  productId: string;
  file: ReleaseFile;
  platforms: readonly Platform[];
  isEditable: boolean;
  children?: ReactNode;
};

/** A file that the shop has, whole and checked. */
export function StoredFile({ productId, file, platforms, isEditable, children }: Props) {
  const { id, fileName, sizeBytes, sha256, downloads, platform, isDamaged } = file;
  const [label, setLabel] = useState(file.label);
  const refresh = [releasesPath(productId)];
  const change = useChange<UpdateReleaseFile, unknown>({
    run: (fields) => api.put(releaseFilePath(id), fields),
    refresh,
    isShown: (error) => error instanceof ApiError && Boolean(error.fields['label']),
    failed: 'Erro ao salvar o arquivo',
  });
  const removal = useChange<undefined, unknown>({
    run: () => api.delete(releaseFilePath(id)),
    refresh,
    done: () => showToast({ title: 'Arquivo removido', description: fileName }),
    failed: 'Erro ao remover',
  });
  const Sign = isDamaged ? CircleAlert : CircleCheck;
  return (
    <li className="rounded-card border border-line p-4">
      <div className="flex items-start gap-3">
        <Sign aria-hidden className={`mt-0.5 size-5 shrink-0 ${isDamaged ? 'text-danger' : 'text-success'}`} />
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere font-medium text-sm">{fileName}</p>
          <p className="flex flex-wrap gap-x-2 text-muted text-table tabular-nums">
            <span>{formatFileSize(sizeBytes)}</span>
            {isDamaged ? (
              <span className="text-danger">Diferente do que foi enviado: ninguém o recebe</span>
            ) : (
              <span className="text-success">Enviado e conferido</span>
            )}
            {file.isAwaiting && <span className="text-warning">Ainda não publicado</span>}
            {!isEditable && <span>{PLATFORMS[platform]}</span>}
            {!isEditable && file.label && <span>{file.label}</span>}
            {!isEditable && (
              <span>{downloads === 1 ? '1 download' : `${downloads.toLocaleString('pt-BR')} downloads`}</span>
            )}
          </p>
          <p className="code truncate text-mini text-muted" title={sha256}>
            SHA-256 {sha256}
          </p>
        </div>
        {isEditable && (
          <IconAction
            label={`Remover ${fileName}`}
            icon={Trash2}
            tone="danger"
            onClick={() => removal.submit(undefined)}
          />
        )}
      </div>
      {isEditable && (
        <PlatformFields
          fileName={fileName}
          platform={platform}
          label={label}
          platforms={platforms}
          error={change.fieldErrors['label'] ?? null}
          onPlatform={(chosen) => change.submit({ platform: chosen })}
          onLabel={setLabel}
          onLabelDone={() => {
            if (label.trim() !== file.label) change.submit({ label });
          }}
        />
      )}
      {children}
    </li>
  );
}
