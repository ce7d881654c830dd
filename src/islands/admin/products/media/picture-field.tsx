import { ImageUp, Trash2 } from 'lucide-react';
import { Button } from '#src/islands/ui/button.tsx';
import { Skeleton } from '#src/islands/ui/states/skeleton.tsx';
import { isElsewhere } from '#src/wire/storefront/catalog.ts';
import { FileDrop } from './file-drop.tsx';
import { ProductPicture } from './product-picture.tsx';
import type { PictureChoice, PictureState } from './use-picture.ts';

export function PictureField({ picture }: { picture: PictureState }) {
  const { choice, error, choose, remove } = picture;
  const shown = choice.state === 'kept' ? choice.address : choice.state === 'chosen' ? choice.preview : '';
  return (
    <fieldset className="grid min-w-0 gap-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <legend className="mb-1.5 text-sm font-medium">Imagem</legend>
      {choice.state === 'preparing' ? (
        <Skeleton className="aspect-video w-full max-w-44" />
      ) : (
        <ProductPicture key={shown} image={shown} className="aspect-video h-auto w-full max-w-44" />
      )}
      <div className="grid content-start gap-2">
        <FileDrop
          label={shown ? 'Trocar imagem' : 'Escolher imagem'}
          hint="PNG, JPEG, WebP ou GIF. Fica com até 1280 px de largura."
          icon={ImageUp}
          accept="image/*"
          error={error}
          onFile={(file) => void choose(file)}
        />
        <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 text-table text-muted">
          <p role="status">{noteOf(choice)}</p>
          {shown && (
            <Button variant="quiet" size="small" icon={Trash2} onClick={remove}>
              Remover imagem
            </Button>
          )}
        </div>
      </div>
    </fieldset>
  );
}

function noteOf(choice: PictureChoice): string {
  if (choice.state === 'preparing') return 'Preparando a imagem...';
  if (choice.state === 'kept' && isElsewhere(choice.address)) {
    return 'A imagem está em outro site e não aparece na loja. Envie o arquivo aqui.';
  }
  return choice.state === 'chosen' ? `Pronta para envio: ${sizeText(choice.picture.blob.size)}` : '';
}

function sizeText(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${(bytes / 1024 / 1024).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`;
}
