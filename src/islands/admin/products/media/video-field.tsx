import { Clapperboard, Trash2, X } from 'lucide-react';
import { showToast } from '#src/client/page/toast.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { ProgressBar } from '#src/islands/ui/progress-bar.tsx';
import { readVideo } from '#src/wire/products/product-urls.ts';
import { FileDrop } from './file-drop.tsx';
import { VIDEO_TYPES, type VideoUpload } from './use-video-upload.ts';

type Props = {
  /** An upload, a YouTube address, or empty. */
  address: string;
  error: string | null;
  onChange: (address: string) => void;
  upload: VideoUpload;
};

export function VideoField({ address, error, onChange, upload }: Props) {
  const isFile = address.startsWith('/uploads/');
  const remove = () => {
    onChange('');
    upload.setError(null);
    showToast({ title: 'Vídeo removido', description: 'Salve o produto para confirmar.' });
  };
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1.5 text-sm font-medium">Vídeo de demonstração</legend>
      {upload.percent !== null ? (
        <Progress percent={upload.percent} onCancel={upload.cancel} />
      ) : isFile ? (
        <Film address={address} />
      ) : (
        <>
          <FileDrop
            label="Enviar vídeo"
            hint="MP4, WebM ou Ogg, até 100 MB."
            icon={Clapperboard}
            accept={VIDEO_TYPES.join(',')}
            error={upload.error}
            onFile={(file) => void upload.send(file)}
          />
          <TextField
            label="Ou endereço do YouTube"
            size="small"
            inputMode="url"
            placeholder="https://www.youtube.com/embed/…"
            hint="Cole qualquer link do YouTube; a loja converte."
            name="videoUrl"
            value={address}
            error={error}
            onChange={({ target }) => onChange(target.value)}
            onBlur={() => onChange(readVideo(address) ?? address)}
          />
        </>
      )}
      {address !== '' && upload.percent === null && (
        <div>
          <Button variant="quiet" size="small" icon={Trash2} onClick={remove}>
            Remover vídeo
          </Button>
        </div>
      )}
    </fieldset>
  );
}

function Film({ address }: { address: string }) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: what was uploaded has no captions to offer.
    <video
      src={address}
      controls
      preload="metadata"
      aria-label="Vídeo enviado"
      className="aspect-video w-full max-w-sm rounded-field border border-line bg-black"
    />
  );
}

function Progress({ percent, onCancel }: { percent: number; onCancel: () => void }) {
  return (
    <div className="flex min-h-16 items-center gap-4 rounded-field border border-line px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex justify-between gap-3 text-sm">
          Enviando vídeo... <span className="text-muted tabular-nums">{percent}%</span>
        </p>
        <ProgressBar label="Envio do vídeo" value={percent} max={100} className="mt-2" />
      </div>
      <Button size="small" icon={X} onClick={onCancel}>
        Cancelar envio
      </Button>
    </div>
  );
}
