import type { System } from '#src/wire/platforms.ts';
import type { Purchase } from '#src/wire/purchases.ts';
import { Checksums } from '../delivery/checksums.tsx';
import { DownloadButtons } from '../delivery/download-buttons.tsx';
import { OlderVersions, TestVersions } from '../delivery/listed-versions.tsx';
import { UpdateTerms } from '../delivery/update-terms.tsx';
import { VersionLine } from '../delivery/version-line.tsx';
import { VersionNotes } from '../delivery/version-notes.tsx';
import { Section } from './section.tsx';

type Item = Purchase['items'][number];

export function VersionFiles({ item, system }: { item: Item; system: System | null }) {
  const { files, olderVersions, testVersions, productName, notesHtml, updates } = item;
  return (
    <Section id="arquivos" title="Download">
      <VersionLine item={item} />
      <div className="mt-4">
        <DownloadButtons files={files} productName={productName} system={system} />
      </div>
      <UpdateTerms updates={updates} />
      <div className="mt-5">
        {notesHtml && <VersionNotes notesHtml={notesHtml} />}
        <TestVersions versions={testVersions} productName={productName} system={system} />
        <OlderVersions versions={olderVersions} productName={productName} system={system} />
        <Checksums files={files} />
      </div>
    </Section>
  );
}
