import { ConfirmDialog } from '#src/islands/ui/overlays/confirm-dialog.tsx';

type Props = {
  /** It reads `neste produto`, for instance. */
  where: string;
  onDiscard: () => void;
  onClose: () => void;
};

export function DiscardDialog({ where, onDiscard, onClose }: Props) {
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
