import type { ReactNode } from 'react';
import type { System } from '#src/wire/products/platforms.ts';
import type { Purchase } from '#src/wire/purchases/purchases.ts';
import { DownloadButtons } from '../delivery/download-buttons.tsx';
import { UpdateTerms } from '../delivery/update-terms.tsx';
import { VersionLine } from '../delivery/version-line.tsx';
import { VersionNotes } from '../delivery/version-notes.tsx';

type Item = Purchase['items'][number];

type Props = { item: Item; system: System | null; further: ReactNode };

export function VersionFiles({ item, system, further }: Props) {
  const { files, productName, notesHtml, updates } = item;
  return (
    <>
      <VersionLine item={item} />
      <div className="mt-4">
        <DownloadButtons files={files} productName={productName} system={system} />
      </div>
      <UpdateTerms updates={updates} />
      <div className="mt-5">
        {notesHtml && <VersionNotes notesHtml={notesHtml} />}
        {further}
      </div>
    </>
  );
}
