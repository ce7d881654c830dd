import type { BoughtFile } from '#src/wire/releases/releases.ts';
import { Collapsible } from './collapsible.tsx';
import { CopyLine } from './copy-line.tsx';

export function Checksums({ files }: { files: readonly BoughtFile[] }) {
  if (files.length === 0) return null;
  return (
    <Collapsible title="SHA-256">
      <p className="max-w-[60ch] text-muted text-sm">
        Para conferir que o arquivo chegou inteiro: o código calculado no seu computador tem de ser igual a este.
      </p>
      <ul className="mt-3 grid gap-3">
        {files.map(({ id, fileName, sha256 }) => (
          <li key={id} className="min-w-0">
            <p className="wrap-anywhere text-sm">{fileName}</p>
            <CopyLine label={`SHA-256 de ${fileName}`} text={sha256} />
          </li>
        ))}
      </ul>
    </Collapsible>
  );
}
