import { Clapperboard, ImagePlus } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '#src/client/api.ts';
import { preparePicture } from '#src/client/pictures.ts';
import { uploadFile } from '#src/client/uploads.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { TextField } from '#src/islands/ui/text-field.tsx';
import { isYoutube, MOST_MEDIA, PAGE_TEXTS, type ProductMedium, readMedium } from '#src/wire/product-page.ts';
import { FileDrop } from './file-drop.tsx';
import { PartError } from './part-form.tsx';
import { RowActions } from './row-actions.tsx';
import { VIDEO_TYPES } from './use-video-upload.ts';

type Props = {
  media: readonly ProductMedium[];
  errorOf: (...names: string[]) => string | null;
  onChange: (media: ProductMedium[]) => void;
};

export function MediaList({ media, errorOf, onChange }: Props) {
  const { isSending, error, send } = useMediumUpload((address) => onChange([...media, { address, alt: '' }]));
  return (
    <>
      {media.map(({ address, alt }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may stand twice
        <div key={at} className="flex flex-wrap items-start justify-between gap-3 rounded-field border border-line p-3">
          <Thumbnail address={address} />
          <div className="min-w-56 flex-1 max-sm:order-last max-sm:basis-full">
            <TextField
              label={`Descrição da imagem ${at + 1}`}
              size="small"
              autoComplete="off"
              placeholder="O painel de cor aberto no Premiere"
              value={alt}
              error={errorOf(`media[${at}].alt`, `media[${at}].address`, `media[${at}]`)}
              onChange={({ target }) =>
                onChange(media.map((each, place) => (place === at ? { ...each, alt: target.value } : each)))
              }
            />
          </div>
          <RowActions what={`imagem ${at + 1}`} list={media} at={at} onChange={onChange} />
        </div>
      ))}
      <PartError>{errorOf('media')}</PartError>
      {media.length < MOST_MEDIA && (
        <>
          <FileDrop
            label={isSending ? 'Enviando...' : 'Enviar imagem ou vídeo'}
            hint="PNG, JPEG, WebP ou GIF até 10 MB; MP4, WebM ou Ogg até 100 MB."
            icon={ImagePlus}
            accept={['image/png,image/jpeg,image/webp,image/gif', ...VIDEO_TYPES].join(',')}
            error={error}
            onFile={(file) => void send(file)}
          />
          <YoutubeAddress onAdd={(address) => onChange([...media, { address, alt: '' }])} />
        </>
      )}
    </>
  );
}

function Thumbnail({ address }: { address: string }) {
  const isFilm = isYoutube(address) || /\.(?:mp4|webm|ogg)$/i.test(address);
  return isFilm ? (
    <span className="grid aspect-video w-28 shrink-0 place-items-center rounded-field border border-line bg-raised text-muted">
      <Clapperboard aria-hidden className="size-5" />
      <span className="sr-only">Vídeo</span>
    </span>
  ) : (
    <img
      src={address}
      alt=""
      className="aspect-video w-28 shrink-0 rounded-field border border-line bg-raised object-cover"
    />
  );
}

function YoutubeAddress({ onAdd }: { onAdd: (address: string) => void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const add = () => {
    const address = readMedium(typed);
    if (address === null) return setError(PAGE_TEXTS.address);
    setTyped('');
    setError(null);
    onAdd(address);
  };
  return (
    <TextField
      label="Ou endereço do YouTube"
      size="small"
      inputMode="url"
      autoComplete="off"
      placeholder="https://www.youtube.com/watch?v=…"
      hint="O visitante só fala com o YouTube depois de tocar em assistir."
      value={typed}
      error={error}
      onChange={({ target }) => {
        setTyped(target.value);
        setError(null);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        add();
      }}
    >
      <Button variant="secondary" size="small" onClick={add} disabled={typed.trim() === ''}>
        Adicionar
      </Button>
    </TextField>
  );
}

function useMediumUpload(onSent: (address: string) => void) {
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  async function send(file: File): Promise<void> {
    if (isSending) return;
    setError(null);
    setSending(true);
    try {
      const { blob, name } = file.type.startsWith('video/')
        ? { blob: file, name: file.name }
        : await preparePicture(file);
      onSent(await uploadFile(blob, name));
    } catch (failure) {
      setError(sentenceOf(failure, failure instanceof Error ? failure.message : undefined));
    } finally {
      setSending(false);
    }
  }
  return { isSending, error, send };
}
