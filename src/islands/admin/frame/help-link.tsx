import { MANUAL_ADDRESS } from '#src/wire/manual/manual-address.ts';
import type { HelpedScreen } from './screen-help.ts';

/** It stands beside the title of a screen. The server knows the part of the manual, so that no screen carries the table. */
export function HelpLink({ screen }: { screen: HelpedScreen }) {
  return (
    <a
      href={`${MANUAL_ADDRESS}?tela=${screen}`}
      aria-label="Ajuda desta tela"
      title="Ajuda desta tela"
      className="help-link"
    >
      ?
    </a>
  );
}
