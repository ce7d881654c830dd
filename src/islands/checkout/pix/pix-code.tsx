import { useRef } from 'react';
import type { PixCharge } from '#src/wire/purchases/purchases.ts';
import { CopyButton } from '../../ui/copy/copy-button.tsx';

const INSTRUCTIONS = [
  'Abra o app do seu banco e escolha Pix copia e cola.',
  'Cole o código e confira o valor e o recebedor.',
  'Confirme. Sua compra aparece aqui na hora.',
];

type Props = { heading: 'h2' | 'h3'; charge: PixCharge; receiverName: string };

export function PixCode({ heading: Heading, charge, receiverName }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <div className="grid gap-6 rounded-panel border border-line bg-surface p-5 sm:grid-cols-[18.25rem_minmax(0,1fr)] sm:p-7">
      <div className="min-w-0">
        <Heading className="text-title-3" id="pix-code-title">
          Pix copia e cola
        </Heading>
        {/* A padding of the field's own would show half of the next line. */}
        <div className="mt-3 rounded-field border border-outline bg-background py-2.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)">
          <textarea
            ref={field}
            readOnly
            rows={3}
            aria-labelledby="pix-code-title"
            value={charge.pixCopyPaste}
            onFocus={(event) => event.currentTarget.select()}
            spellCheck={false}
            className="code block w-full resize-none break-all bg-transparent px-3 text-muted text-mini outline-none"
          />
        </div>
        <CopyButton
          label="Copiar código Pix"
          text={charge.pixCopyPaste}
          field={field}
          className="button-1 mt-4 min-h-13 w-full text-base"
        />
        <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-[.9375rem]">
          <dt className="text-muted">Valor</dt>
          <dd className="font-semibold tabular-nums">{charge.amount}</dd>
          <dt className="text-muted">Recebedor</dt>
          <dd className="font-semibold">{receiverName}</dd>
        </dl>
        <ol className="mt-4 grid gap-2 border-line border-t pt-4 text-[.9375rem] text-muted">
          {INSTRUCTIONS.map((instruction, index) => (
            <li key={instruction} className="grid grid-cols-[1.25rem_1fr]">
              <span aria-hidden className="code text-accent">
                {index + 1}
              </span>
              {instruction}
            </li>
          ))}
        </ol>
        {centsOf(charge) > NIGHT_LIMIT_CENTS && (
          <p className="mt-4 text-[.9375rem] text-muted">
            Das 20h às 6h, o banco pode limitar o Pix a R$ 1.000. Se ele recusar, use outra conta ou compre de dia.
          </p>
        )}
      </div>
      <figure className="sm:order-first">
        <img
          src={`data:image/png;base64,${charge.qrCodeBase64}`}
          alt={`Código QR do Pix de ${charge.amount}`}
          width={292}
          height={292}
          className="mx-auto aspect-square w-full max-w-73 rounded-card bg-white object-scale-down [image-rendering:pixelated]"
        />
        <figcaption className="mt-3 text-balance text-center text-[.9375rem] text-muted">
          Outro aparelho? Aponte a câmera do app do banco.
        </figcaption>
      </figure>
    </div>
  );
}

/** Banks limit Pix at night, and raising the limit takes a day or more. */
const NIGHT_LIMIT_CENTS = 100_000;

function centsOf({ amount }: PixCharge): number {
  return Number(amount.replace(/\D/g, ''));
}
