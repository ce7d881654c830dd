import { useRef } from 'react';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import type { LicenseResponse } from '#src/wire/purchases/purchases.ts';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { Spinner } from '../../ui/states/spinner.tsx';
import { Section } from '../section.tsx';

type Props = { title: string; license: LicenseResponse | null; isFresh: boolean; communityUrl: string };

export function ActivationKey({ title, license, isFresh, communityUrl }: Props) {
  return (
    <Section title={title}>
      <div aria-live="polite">
        {license?.activationKey ? (
          <Key label={title} activationKey={license.activationKey} isFresh={isFresh} />
        ) : (
          <NoKey license={license} communityUrl={communityUrl} />
        )}
      </div>
    </Section>
  );
}

function Key({ label, activationKey, isFresh }: { label: string; activationKey: string; isFresh: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className={`flex flex-col gap-3 sm:flex-row ${isFresh ? UNFOLDING : ''}`}>
      <input
        ref={field}
        readOnly
        aria-label={label}
        value={activationKey}
        size={activationKey.length}
        onFocus={(event) => event.currentTarget.select()}
        className="code min-h-12 w-full min-w-0 rounded-field border border-outline bg-background px-4 text-[.9375rem] sm:text-base"
      />
      <CopyButton label="Copiar chave" text={activationKey} field={field} className="button-2 min-h-12 shrink-0" />
    </div>
  );
}

const UNFOLDING =
  'transition-[clip-path,opacity] duration-500 ease-cut [clip-path:inset(-.5rem)] starting:opacity-0 starting:[clip-path:inset(-.5rem_100%_-.5rem_-.5rem)]';

function NoKey({ license, communityUrl }: Pick<Props, 'license' | 'communityUrl'>) {
  return license ? (
    <div className="grid max-w-[60ch] gap-2 text-muted">
      <p>{license.message}</p>
      {license.waitsSince && license.askAfter && (
        <p>
          Na fila desde {formatDayTime(license.waitsSince)}. Se ela não chegar até{' '}
          <strong className="whitespace-nowrap font-semibold text-foreground">{formatDayTime(license.askAfter)}</strong>
          ,{' '}
          <a
            href={communityUrl}
            target="_blank"
            rel="noopener"
            className="font-semibold text-link underline underline-offset-4"
          >
            fale com a gente<span className="sr-only"> (abre em nova aba)</span>
          </a>
          .
        </p>
      )}
    </div>
  ) : (
    <p className="flex min-h-27 items-center gap-2 text-muted sm:min-h-12">
      <Spinner className="size-4.5" /> Buscando sua chave…
    </p>
  );
}
