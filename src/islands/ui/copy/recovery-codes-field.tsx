import type { Ref } from 'react';

export function RecoveryCodesField({ codes, ref }: { codes: string[]; ref: Ref<HTMLTextAreaElement> }) {
  return (
    <textarea
      ref={ref}
      readOnly
      aria-label="Códigos de reserva"
      rows={codes.length}
      value={codes.join('\n')}
      className="code block w-full resize-none rounded-field border border-outline bg-background p-3 text-sm leading-7"
    />
  );
}
