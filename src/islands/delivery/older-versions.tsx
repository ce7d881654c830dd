import { formatDay } from '#src/wire/dates.ts';
import { byFit, type System } from '#src/wire/platforms.ts';
import type { OlderVersion } from '#src/wire/releases.ts';
import { Collapsible } from './collapsible.tsx';
import { downloadText } from './download-buttons.tsx';

type Props = { versions: readonly OlderVersion[]; productName: string; system: System | null };

export function OlderVersions({ versions, productName, system }: Props) {
  if (versions.length === 0) return null;
  return (
    <Collapsible title="Versões anteriores">
      <ul className="grid gap-4">
        {versions.map(({ version, publishedAt, files }) => (
          <li key={version}>
            <p className="text-muted text-sm">
              Versão <span className="code text-foreground">{version}</span> · {formatDay(publishedAt)}
            </p>
            <ul className="flex flex-wrap gap-x-5">
              {byFit(files, system).map((file) => (
                <li key={file.id}>
                  <a
                    href={file.url}
                    className="inline-flex min-h-11 items-center text-[.9375rem] text-link underline underline-offset-4"
                  >
                    {downloadText(file, productName)}
                    <span className="sr-only">, versão {version}</span>
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Collapsible>
  );
}
