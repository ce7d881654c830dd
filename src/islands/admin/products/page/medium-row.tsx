import { Clapperboard, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from '#src/islands/ui/button.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { isFilm, isYoutube, type ProductMedium } from '#src/wire/products/product-media.ts';
import { PICTURE_TYPES, useMediumUpload } from './use-medium-upload.ts';

type Props = {
  medium: ProductMedium;
  /** Numbers count from 1. */
  number: number;
  errorOf: (...names: string[]) => string | null;
  onChange: (changes: Partial<ProductMedium>) => void;
  children: ReactNode;
};

/** A medium of a before/after also has the picture that stands before it. */
export function MediumRow({ medium, number, errorOf, onChange, children }: Props) {
  const { address, alt, caption, before } = medium;
  const name = `media[${number - 1}]`;
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 rounded-field border border-line p-3">
      <Thumbnail address={address} />
      <div className="grid min-w-56 flex-1 grid-cols-1 gap-3 max-sm:order-last max-sm:basis-full">
        <TextField
          label={`Descrição da imagem ${number}`}
          size="small"
          placeholder="O painel de cor aberto no Premiere"
          value={alt}
          error={errorOf(`${name}.alt`, `${name}.address`, name)}
          onChange={({ target }) => onChange({ alt: target.value })}
        />
        <TextField
          label={`Legenda da imagem ${number}`}
          size="small"
          placeholder="Looks"
          value={caption}
          error={errorOf(`${name}.caption`)}
          onChange={({ target }) => onChange({ caption: target.value })}
        />
        {isFilm(address) ? (
          !isYoutube(address) && (
            <label className="flex min-h-9 items-center gap-2.5 text-sm max-sm:min-h-11">
              <input
                type="checkbox"
                checked={before !== ''}
                onChange={({ target }) => onChange({ before: target.checked ? address : '' })}
                className="size-4 accent-petrol-600"
              />
              Antes na metade esquerda do quadro, depois na direita
            </label>
          )
        ) : (
          <BeforePicture
            address={before}
            number={number}
            error={errorOf(`${name}.before`)}
            onChange={(chosen) => onChange({ before: chosen })}
          />
        )}
      </div>
      {children}
    </div>
  );
}

type BeforeProps = { address: string; number: number; error: string | null; onChange: (address: string) => void };

function BeforePicture({ address, number, error, onChange }: BeforeProps) {
  const id = useId();
  const upload = useMediumUpload(onChange);
  const problem = upload.error ?? error;
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm">
      {address !== '' && <Thumbnail address={address} isSmall />}
      <label
        htmlFor={id}
        className="relative inline-flex min-h-9 cursor-pointer items-center rounded-field border border-line px-3 font-medium hover:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-focus max-sm:min-h-11"
      >
        {upload.isSending ? 'Enviando...' : address === '' ? 'Comparar com uma imagem de antes' : 'Trocar a de antes'}
        <span className="sr-only">: imagem {number}</span>
        <input
          id={id}
          type="file"
          accept={PICTURE_TYPES}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void upload.send(file);
            target.value = '';
          }}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </label>
      {address !== '' && (
        <Button variant="quiet" size="small" icon={X} onClick={() => onChange('')}>
          Sem comparação
        </Button>
      )}
      {problem && (
        <p id={`${id}-problem`} role="alert" className="w-full text-danger text-table">
          {problem}
        </p>
      )}
    </div>
  );
}

function Thumbnail({ address, isSmall = false }: { address: string; isSmall?: boolean }) {
  const look = `aspect-video shrink-0 rounded-field border border-line bg-raised ${isSmall ? 'w-16' : 'w-28'}`;
  return isFilm(address) ? (
    <span className={`grid place-items-center text-muted ${look}`}>
      <Clapperboard aria-hidden className="size-5" />
      <span className="sr-only">Vídeo</span>
    </span>
  ) : (
    <img src={address} alt="" className={`object-cover ${look}`} />
  );
}
