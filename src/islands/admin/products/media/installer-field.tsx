import { FileArchive, Upload, X } from 'lucide-react';
import { IconAction } from '#src/islands/ui/icon-action.tsx';
import { formatFileSize } from '#src/wire/basics/file-size.ts';
import { FileDrop } from './file-drop.tsx';

type Props = { files: readonly File[]; onChange: (change: (before: File[]) => File[]) => void };

/** The product is not stored yet: the files wait, and are sent as its first version. */
export function InstallerField({ files, onChange }: Props) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <FileDrop
        label="Solte o instalador aqui ou escolha"
        hint="Um para cada sistema, ou um só para todos. O envio começa quando o produto for criado."
        icon={Upload}
        takesSeveral
        onFile={(file) => onChange((before) => [...without(before, file), file])}
      />
      {files.length > 0 && (
        <ul aria-label="Instaladores" className="grid grid-cols-1 gap-2">
          {files.map((file) => (
            <li key={file.name} className="flex items-center gap-3 rounded-card border border-line py-1.5 pr-1.5 pl-4">
              <FileArchive aria-hidden className="size-5 shrink-0 text-muted" />
              <p className="min-w-0 flex-1 wrap-anywhere text-sm">
                <span className="font-medium">{file.name}</span>{' '}
                <span className="whitespace-nowrap text-muted text-table tabular-nums">
                  {formatFileSize(file.size)}
                </span>
              </p>
              <IconAction
                label={`Tirar ${file.name}`}
                icon={X}
                onClick={() => onChange((before) => without(before, file))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function without(files: readonly File[], { name }: File): File[] {
  return files.filter((file) => file.name !== name);
}
