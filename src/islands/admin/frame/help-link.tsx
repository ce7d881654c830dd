import { type ManualPlace, manualAddress } from '#src/wire/manual/manual-pages.ts';

/** It stands beside the title of a screen, and opens the part of the manual about it. */
export function HelpLink({ place }: { place: ManualPlace }) {
  return (
    <a
      href={manualAddress(place)}
      title="Ajuda desta tela"
      className="relative grid size-9 shrink-0 place-items-center rounded-full text-muted hover:text-foreground max-sm:before:absolute max-sm:before:-inset-1 print:hidden"
    >
      <span
        aria-hidden="true"
        className="grid size-5 place-items-center rounded-full border border-outline text-mini font-semibold leading-none"
      >
        ?
      </span>
      <span className="sr-only">Ajuda desta tela</span>
    </a>
  );
}
