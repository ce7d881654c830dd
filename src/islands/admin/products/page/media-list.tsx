import { ImagePlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#src/islands/ui/button.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { MEDIA_TEXTS, MOST_MEDIA, type ProductMedium, readMedium } from '#src/wire/products/product-media.ts';
import { FileDrop } from '../media/file-drop.tsx';
import { VIDEO_TYPES } from '../media/use-video-upload.ts';
import { RowActions } from '../row-actions.tsx';
import { MediumRow } from './medium-row.tsx';
import { PartError } from './part-form.tsx';
import { PICTURE_TYPES, useMediumUpload } from './use-medium-upload.ts';

type Props = {
  media: readonly ProductMedium[];
  errorOf: (...names: string[]) => string | null;
  onChange: (media: ProductMedium[]) => void;
};

export function MediaList({ media, errorOf, onChange }: Props) {
  const { isSending, error, send } = useMediumUpload((address) => onChange([...media, added(address)]));
  return (
    <>
      {media.map((medium, at) => (
        <MediumRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may stand twice
          key={at}
          medium={medium}
          number={at + 1}
          errorOf={errorOf}
          onChange={(changes) => onChange(media.map((each, place) => (place === at ? { ...each, ...changes } : each)))}
        >
          <RowActions what={`imagem ${at + 1}`} list={media} at={at} onChange={onChange} />
        </MediumRow>
      ))}
      <PartError>{errorOf('media')}</PartError>
      {media.length < MOST_MEDIA && (
        <>
          <FileDrop
            label={isSending ? 'Enviando...' : 'Enviar imagem ou vídeo'}
            hint="PNG, JPEG, WebP ou GIF até 10 MB; MP4, WebM ou Ogg até 100 MB."
            icon={ImagePlus}
            accept={[PICTURE_TYPES, ...VIDEO_TYPES].join(',')}
            error={error}
            onFile={(file) => void send(file)}
          />
          <YoutubeAddress onAdd={(address) => onChange([...media, added(address)])} />
        </>
      )}
    </>
  );
}

function added(address: string): ProductMedium {
  return { address, alt: '', caption: '', before: '' };
}

function YoutubeAddress({ onAdd }: { onAdd: (address: string) => void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const add = () => {
    const address = readMedium(typed);
    if (address === null) return setError(MEDIA_TEXTS.address);
    setTyped('');
    setError(null);
    onAdd(address);
  };
  return (
    <TextField
      label="Ou endereço do YouTube"
      size="small"
      inputMode="url"
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
      <Button size="small" onClick={add} disabled={typed.trim() === ''}>
        Adicionar
      </Button>
    </TextField>
  );
}
