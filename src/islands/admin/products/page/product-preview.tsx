import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { Button } from '#src/islands/ui/button.tsx';
import { type PreviewPart, UNSENT_PICTURE } from '#src/wire/products/product-preview.ts';
import { type TypedData, toRequestFields } from '../form-values.ts';
import type { PictureChoice } from '../media/use-picture.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { usePreview } from './use-preview.ts';

type Props = {
  part: PreviewPart;
  /** A new product has none. */
  id: string | null;
  control: Control<TypedData, { hasVersion: boolean }>;
  picture: PictureChoice;
  /** The other tabs hold it. */
  typed: object;
  startsAt: Device;
};

type Device = keyof typeof WIDTHS;
const WIDTHS = { phone: 390, desktop: 1280 } as const;

/** The shop's own components draw what visitors would see if the owner saved now. */
export function ProductPreview({ part, id, control, picture, typed, startsAt }: Props) {
  const values = useWatch({ control }) as TypedData;
  const [device, setDevice] = useState<Device>(startsAt);
  const unsent = picture.state === 'chosen' ? picture.preview : null;
  const image = picture.state === 'kept' ? picture.address : unsent ? UNSENT_PICTURE : '';
  const fields = { ...toRequestFields(values, image), ...typed };
  const { html, isFailed, retry } = usePreview({ part, id, fields });
  const what = part === 'card' ? 'Cartão na loja' : 'Página do produto';
  return (
    <section aria-label="Como fica" className="flex h-full min-h-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold text-sm">{what}</p>
        <fieldset className="flex gap-1 rounded-field border border-line p-0.5">
          <legend className="sr-only">Tela</legend>
          {DEVICES.map(({ value, label, icon: Icon }) => (
            <label
              key={value}
              className="relative inline-flex min-h-9 max-sm:min-h-11 cursor-pointer items-center gap-1.5 rounded-[.5rem] px-2.5 text-muted text-table has-checked:bg-raised has-checked:font-semibold has-checked:text-foreground has-focus-visible:outline-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="preview-device"
                checked={device === value}
                onChange={() => setDevice(value)}
                className="absolute inset-0 cursor-pointer appearance-none opacity-0"
              />
              <Icon aria-hidden className="size-4" />
              {label}
            </label>
          ))}
        </fieldset>
      </div>
      <PreviewFrame
        title={`Prévia: ${what}`}
        html={html}
        unsent={unsent}
        width={WIDTHS[device]}
        isScaled={part === 'page' || device === 'phone'}
        scrolls={part === 'page'}
      />
      <div role="status" className="flex min-h-9 flex-wrap items-center justify-between gap-2 text-muted text-table">
        {isFailed ? (
          <>
            <p className="text-danger">A prévia não chegou. O que você digitou continua aqui.</p>
            <Button variant="quiet" size="small" onClick={retry}>
              Tentar de novo
            </Button>
          </>
        ) : (
          <p>Mostra o que você digita. Só você vê.</p>
        )}
      </div>
    </section>
  );
}

const DEVICES = [
  { value: 'phone', label: 'Celular', icon: Smartphone },
  { value: 'desktop', label: 'Computador', icon: Monitor },
] as const;
