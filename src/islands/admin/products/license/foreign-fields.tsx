import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import type { DraftProps } from '../page/use-draft.ts';

/** For a plugin out there that still asks the platform where it was sold before. */
export function ForeignFields({ draft }: DraftProps) {
  return (
    <fieldset className="grid gap-4 border-line border-t pt-5 sm:grid-cols-2">
      <legend className="float-left mb-2 text-sm font-medium">O plugin que ainda pergunta à plataforma antiga</legend>
      <p className="clear-both text-muted text-table sm:col-span-2">
        A loja responde a ele na língua de lá.{' '}
        <a href="/admin/ajuda/plugin-antigo" className="link">
          Como apontar o plugin para cá
        </a>
      </p>
      <TextField
        label="Ids na Gumroad"
        placeholder="32-nPainqpLj1B_WIwVlMw=="
        hint="O product_id, ou o fim do link. Mais de um, separados por vírgula. Vazio: não responde."
        {...draft.text('gumroadIds')}
      />
      <TextField
        label="Números na Lemon Squeezy"
        placeholder="1234, 56789, 98765"
        hint="Os da loja, do produto e da variante, nesta ordem. Vazio: não responde."
        {...draft.text('lemonSqueezyIds')}
      />
    </fieldset>
  );
}
