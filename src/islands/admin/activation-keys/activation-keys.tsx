import { BehindGate } from '#src/islands/admin/gate/behind-gate.tsx';
import type { ActivationKey, KeyStock } from '#src/wire/activation-keys.ts';
import type { Page } from '#src/wire/lists.ts';
import { KeyScreen } from './key-screen.tsx';

type Props = {
  /** Null where the page may not hold keys, or could not read them: the island asks for them itself. */
  rendered: Page<ActivationKey> | null;
  renderedStock: KeyStock[] | null;
  renderedSearch: string;
};

/** The keys of the shop, behind their gate. */
export function ActivationKeys(props: Props) {
  return (
    <BehindGate gate="activation-keys">
      <KeyScreen {...props} />
    </BehindGate>
  );
}
