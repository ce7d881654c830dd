import { useRef } from 'react';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import { placeIn } from '#src/wire/purchases/items.ts';
import type { LicenseResponse } from '#src/wire/purchases/purchases.ts';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { Spinner } from '../../ui/states/spinner.tsx';
import { Section } from '../section.tsx';

type Props = {
  title: string;
  /** One for each license of a product. */
  licenses: readonly (LicenseResponse | null)[];
  isFresh: boolean;
  communityUrl: string;
};

export function ActivationKeys({ title, licenses, isFresh, communityUrl }: Props) {
  const keys = licenses.flatMap((license) => license?.activationKey ?? []);
  const missing = licenses.filter((license) => !license?.activationKey);
  return (
    <Section title={title}>
      <div aria-live="polite" className="grid gap-5">
        {keys.map((activationKey, at) => (
          <Key
            key={activationKey}
            label={`${title}${placeIn(licenses, at)}`}
            place={placeIn(licenses, at)}
            activationKey={activationKey}
            isFresh={isFresh}
          />
        ))}
        {missing.length > 0 && (
          <div>
            {keys.length > 0 && (
              <p className="mb-2 font-semibold">
                {missing.length === 1 ? 'Falta 1 chave' : `Faltam ${missing.length} chaves`}
              </p>
            )}
            <NoKey license={missing[0] ?? null} communityUrl={communityUrl} />
          </div>
        )}
      </div>
    </Section>
  );
}

type KeyProps = { label: string; place: string; activationKey: string; isFresh: boolean };

function Key({ label, place, activationKey, isFresh }: KeyProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div>
      {place && <p className="mb-1.5 text-muted text-sm">Chave{place}</p>}
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
    </div>
  );
}

const UNFOLDING =
  'transition-[clip-path,opacity] duration-500 ease-cut [clip-path:inset(-.5rem)] starting:opacity-0 starting:[clip-path:inset(-.5rem_100%_-.5rem_-.5rem)]';

function NoKey({ license, communityUrl }: { license: LicenseResponse | null; communityUrl: string }) {
  return license ? (
    <div className="grid max-w-[60ch] gap-2 text-muted">
      <p>{license.message}</p>
      {license.waitsSince && license.askAfter && (
        <p>
          Na fila desde {formatDayTime(license.waitsSince)}. Se ela não chegar até{' '}
          <strong className="whitespace-nowrap font-semibold text-foreground">{formatDayTime(license.askAfter)}</strong>
          ,{' '}
          <a href={communityUrl} target="_blank" rel="noopener" className="font-semibold link">
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
