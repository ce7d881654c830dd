import { MANUAL_ADDRESS } from '#src/wire/manual/manual-address.ts';
import type { HelpedScreen } from './screen-help.ts';

/** It stands beside the title of a screen. The server knows the part of the manual, so that no screen carries the table. */
export function HelpLink({ screen }: { screen: HelpedScreen }) {
  return (
    <a
      href={`${MANUAL_ADDRESS}?tela=${screen}`}
      title="Ajuda desta tela"
      className="relative grid size-9 shrink-0 place-items-center rounded-full text-muted hover:text-foreground max-sm:before:absolute max-sm:before:-inset-1 print:hidden"
    >
      <span
        aria-hidden="true"
        className="grid size-5 place-items-center rounded-full border border-outline font-semibold text-mini leading-none"
      >
        ?
      </span>
      <span className="sr-only">Ajuda desta tela</span>
    </a>
  );
}
