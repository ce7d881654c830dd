import { Upload } from 'lucide-react';
import { FileDrop } from '#src/islands/admin/products/media/file-drop.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { formatFileSize } from '#src/wire/basics/file-size.ts';
import type { Platform } from '#src/wire/products/platforms.ts';
import type { Release, ReleaseFile } from '#src/wire/releases/releases.ts';
import { LateFile } from './late-file.tsx';
import { missingText } from './release-text.ts';
import { SendingFile } from './transfers/sending-file.tsx';
import { StoredFile } from './transfers/stored-file.tsx';
import type { UnfinishedTransfer } from './transfers/transfer.ts';
import type { Transfers } from './transfers/use-transfers.ts';

type Props = {
  productId: string;
  /** It is null until the draft is saved. */
  release: Release | null;
  transfers: Transfers;
  unfinished: readonly UnfinishedTransfer[];
  error: string | null;
  onFile: (file: File) => void;
};

export function ReleaseFiles({ productId, release, transfers, unfinished, error, onFile }: Props) {
  const files: readonly ReleaseFile[] = release?.files ?? [];
  const isDraft = release === null || release.state === 'draft';
  const addable: readonly Platform[] = release?.addable ?? [];
  const known = new Set([...files.map(({ fileName }) => fileName), ...transfers.files.map(({ file }) => file.name)]);
  const stopped = unfinished.filter(({ fileName }) => !known.has(fileName));
  return (
    <section aria-label="Arquivos" className="grid grid-cols-1 gap-2">
      <h3 className="font-medium text-sm">Arquivos</h3>
      {(isDraft || addable.length > 0) && (
        <FileDrop
          label={isDraft ? 'Solte os arquivos aqui ou escolha' : lateLabel(release.missing)}
          hint={
            isDraft
              ? 'Um para cada sistema, ou um só para todos. Qualquer formato, como ZIP, DMG ou EXE.'
              : 'Só para um sistema sem arquivo. Os já publicados ficam como estão.'
          }
          icon={Upload}
          takesSeveral
          error={error}
          onFile={onFile}
        />
      )}
      {stopped.length > 0 && (
        <Notice tone="warning" title="Um envio ficou pela metade">
          {stopped.map(({ fileName, sizeBytes }) => (
            <p key={fileName} className="wrap-anywhere">
              Escolha {fileName} ({formatFileSize(sizeBytes)}) outra vez: o envio continua de onde parou.
            </p>
          ))}
        </Notice>
      )}
      <ul className="grid grid-cols-1 gap-2">
        {files.map((file) => (
          <StoredFile
            key={file.id}
            productId={productId}
            file={file}
            platforms={addable}
            isEditable={isDraft || file.isAwaiting}
          >
            {release && <LateFile productId={productId} version={release.version} file={file} />}
          </StoredFile>
        ))}
        {transfers.files.map((sent) => (
          <SendingFile key={sent.key} sent={sent} transfers={transfers} platforms={addable} />
        ))}
      </ul>
      {!isDraft && files.length === 0 && <p className="text-muted text-sm">Sem arquivos.</p>}
    </section>
  );
}

function lateLabel(missing: readonly Platform[]): string {
  return missing.length > 0
    ? `${missingText(missing)}: solte aqui ou escolha`
    : 'Outro sistema: solte o instalador aqui ou escolha';
}
