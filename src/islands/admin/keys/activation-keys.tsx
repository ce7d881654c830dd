import { BehindGate } from '#src/islands/admin/gate/behind-gate.tsx';
import { forRole } from '#src/islands/admin/role.tsx';
import type { ActivationKey, KeyStock } from '#src/wire/keys/activation-keys.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { KeyScreen } from './key-screen.tsx';

type Props = {
  /** They are null before the gate or after an error; the island then loads them. */
  rendered: Page<ActivationKey> | null;
  renderedStock: KeyStock[] | null;
  renderedSearch: string;
};

export const ActivationKeys = forRole(ActivationKeysScreen);

function ActivationKeysScreen(props: Props) {
  return (
    <BehindGate gate="activation-keys">
      <KeyScreen {...props} />
    </BehindGate>
  );
}
