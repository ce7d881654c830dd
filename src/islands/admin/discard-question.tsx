import { ConfirmDialog } from '#src/islands/ui/confirm-dialog.tsx';

type Props = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** What would be lost: `neste produto`. */
  where: string;
  onDiscard: () => void;
};

/** Asked before a window is closed in which something was typed. */
export function DiscardQuestion({ isOpen, onOpenChange, where, onDiscard }: Props) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Descartar as alterações?"
      description={`O que você mudou ${where} ainda não foi salvo.`}
      confirmLabel="Descartar alterações"
      busyLabel="Descartando..."
      isBusy={false}
      onConfirm={onDiscard}
    />
  );
}
