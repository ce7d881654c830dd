import { ConfirmDialog } from '#src/islands/ui/confirm-dialog.tsx';

type Props = {
  /** What would be lost: `neste produto`. */
  where: string;
  onDiscard: () => void;
  onClose: () => void;
};

/** Asked before a window is closed in which something was typed. */
export function DiscardQuestion({ where, onDiscard, onClose }: Props) {
  return (
    <ConfirmDialog
      title="Descartar as alterações?"
      description={`O que você mudou ${where} ainda não foi salvo.`}
      confirmLabel="Descartar alterações"
      onConfirm={onDiscard}
      onClose={onClose}
    />
  );
}
