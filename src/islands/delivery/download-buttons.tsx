import { Download } from 'lucide-react';
import { formatFileSize } from '#src/wire/basics/file-size.ts';
import { byFit, PLATFORMS, type System } from '#src/wire/products/platforms.ts';
import type { BoughtFile } from '#src/wire/releases/releases.ts';

type Props = {
  files: readonly BoughtFile[];
  productName: string;
  /** The buyer's, as guessed: its files come first. */
  system: System | null;
  /** It is false where another action of the view is the main one. */
  isMain?: boolean;
};

export function DownloadButtons({ files, productName, system, isMain = true }: Props) {
  return (
    <ul className="grid gap-3">
      {byFit(files, system).map((file, at) => (
        <li key={file.id}>
          <a
            href={file.url}
            className={`min-h-13 w-full text-base sm:w-auto ${at === 0 && isMain ? 'button-1' : 'button-2'}`}
          >
            <Download aria-hidden className="size-5 shrink-0" />
            {downloadText(file, productName)}
          </a>
          {file.label && <p className="mt-1.5 text-muted text-sm">{file.label}</p>}
        </li>
      ))}
    </ul>
  );
}

/** Writes `Baixar para Windows, 128 MB`. */
export function downloadText({ platform, sizeBytes }: BoughtFile, productName: string): string {
  const what = platform === 'any' ? productName : `para ${PLATFORMS[platform]}`;
  return `Baixar ${what}, ${formatFileSize(sizeBytes)}`;
}
