import type { System } from '#src/wire/products/platforms.ts';
import type { Purchase } from '#src/wire/purchases/purchases.ts';
import { Checksums } from '../delivery/checksums.tsx';
import { OlderVersions, TestVersions } from '../delivery/listed-versions.tsx';

export type FurtherFilesProps = { item: Purchase['items'][number]; system: System | null };

export function FurtherFiles({ item, system }: FurtherFilesProps) {
  const { files, olderVersions, testVersions, productName } = item;
  return (
    <>
      <TestVersions versions={testVersions} productName={productName} system={system} />
      <OlderVersions versions={olderVersions} productName={productName} system={system} />
      <Checksums files={files} />
    </>
  );
}
