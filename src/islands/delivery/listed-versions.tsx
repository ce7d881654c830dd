import { formatDay } from '#src/wire/basics/dates.ts';
import { byFit, type System } from '#src/wire/products/platforms.ts';
import type { OlderVersion } from '#src/wire/releases/releases.ts';
import { Collapsible } from './collapsible.tsx';
import { downloadText } from './download-buttons.tsx';

type Props = { versions: readonly OlderVersion[]; productName: string; system: System | null };

export function OlderVersions(props: Props) {
  return <ListedVersions title="Versões anteriores" {...props} />;
}

export function TestVersions(props: Props) {
  const hint = 'Ainda podem falhar. Guarde o instalador da versão que você usa.';
  return <ListedVersions title="Versões em teste" hint={hint} {...props} />;
}

function ListedVersions({ title, hint, versions, productName, system }: Props & { title: string; hint?: string }) {
  if (versions.length === 0) return null;
  return (
    <Collapsible title={title}>
      {hint && <p className="mb-3 text-muted text-sm">{hint}</p>}
      <ul className="grid gap-4">
        {versions.map(({ version, publishedAt, files }) => (
          <li key={version}>
            <p className="text-muted text-sm">
              Versão <span className="code text-foreground">{version}</span> · {formatDay(publishedAt)}
            </p>
            <ul className="flex flex-wrap gap-x-5">
              {byFit(files, system).map((file) => (
                <li key={file.id}>
                  <a href={file.url} className="inline-flex min-h-11 items-center text-[.9375rem] link">
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
