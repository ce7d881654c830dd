import { TextArea } from '../ui/fields/text-area.tsx';
import { Collapsible } from './collapsible.tsx';

export type RefusedOffline = { itemId: string; request: string; error: string };

/** A plain form, which the page answers with the file. */
export function OfflineActivation({ itemId, refused }: { itemId: string; refused: RefusedOffline | null }) {
  const own = refused?.itemId === itemId ? refused : null;
  return (
    <Collapsible title="Ativar um computador sem internet" isOpen={own !== null}>
      <form method="post" action={`#computadores-${itemId}`} className="grid gap-3">
        <input type="hidden" name="intent" value="offline-license" />
        <input type="hidden" name="itemId" value={itemId} />
        <p className="max-w-[60ch] text-muted text-sm">
          No plugin, escolha ativar sem internet e traga para cá o código que ele mostra. Depois abra o arquivo da
          licença no plugin: ela vale por 365 dias. Enquanto você ainda pode desistir da compra, vale até o fim desse
          prazo; depois, baixe outra. O lugar do computador fica ocupado até ela terminar, mesmo se você o liberar
          antes.
        </p>
        <TextArea
          label="Código do plugin"
          name="request"
          rows={3}
          isCode
          required
          placeholder="CF1.…"
          defaultValue={own?.request ?? ''}
          error={own?.error ?? null}
        />
        <button type="submit" className="button-2 justify-self-start">
          Baixar licença
        </button>
      </form>
    </Collapsible>
  );
}
