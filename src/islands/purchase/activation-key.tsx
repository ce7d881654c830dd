import { useRef } from 'react';
import type { LicenseResponse } from '#src/wire/purchases.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Section } from './section.tsx';

type Props = { license: LicenseResponse | null; isFresh: boolean };

export function ActivationKey({ license, isFresh }: Props) {
  return (
    <Section title="Chave de ativação">
      <div aria-live="polite">
        {license?.activationKey ? (
          <Key activationKey={license.activationKey} isFresh={isFresh} />
        ) : (
          <NoKey message={license?.message ?? null} />
        )}
      </div>
    </Section>
  );
}

function Key({ activationKey, isFresh }: { activationKey: string; isFresh: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className={`flex flex-col gap-3 sm:flex-row ${isFresh ? UNFOLDING : ''}`}>
      <input
        ref={field}
        readOnly
        aria-label="Chave de ativação"
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

function NoKey({ message }: { message: string | null }) {
  return message ? (
    <p className="max-w-[60ch] text-muted">{message}</p>
  ) : (
    <p className="flex min-h-27 items-center gap-2 text-muted sm:min-h-12">
      <Spinner className="size-4.5" /> Buscando sua chave…
    </p>
  );
}
