import { CircleAlert, ImageUp, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { api, sentenceOf } from '#src/client/api.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { FileButton } from '#src/islands/ui/file-button.tsx';
import { ShopSign } from '#src/islands/ui/shop-sign.tsx';
import type { Upload } from '#src/wire/products/uploads.ts';
import { LOGO_LIMIT_BYTES, LOGO_PATH, LOGO_REFUSAL, rowOf } from '#src/wire/upkeep/settings-table.ts';
import type { SettingFieldProps } from './use-section-form.ts';

/** The picture is stored when it is chosen, and counts when the form is saved. */
export function LogoField({ name, form }: SettingFieldProps) {
  const id = useId();
  const [failure, setFailure] = useState<string | null>(null);
  const { label, hint } = rowOf(name);
  const logo = String(form.valueOf(name));
  const error = form.errors[name] ?? failure;
  const sending = useChange<File, Upload>({
    run: (file) => {
      const body = new FormData();
      body.append('file', file, file.name);
      return api.post<Upload>(LOGO_PATH, body);
    },
    done: ({ url }) => form.type(name, url),
    failed: (refused) => setFailure(sentenceOf(refused)),
  });
  const choose = (file: File) => {
    setFailure(null);
    if (!ACCEPTED.includes(file.type) || file.size > LOGO_LIMIT_BYTES) setFailure(LOGO_REFUSAL);
    else sending.submit(file);
  };
  return (
    <fieldset aria-describedby={`${id}-note`} className="min-w-0">
      <legend className="text-sm font-medium">{label}</legend>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        {['light', 'dark'].map((theme) => (
          <span
            key={theme}
            className={`${theme} grid h-16 w-24 place-items-center rounded-field border border-line bg-background`}
          >
            <ShopSign logo={logo} size={32} />
          </span>
        ))}
        <FileButton
          size="small"
          icon={ImageUp}
          isBusy={sending.isBusy}
          busyLabel="Enviando..."
          fieldLabel="Imagem do logo"
          accept={ACCEPTED.join(',')}
          onFile={choose}
        >
          {logo ? 'Trocar imagem' : 'Escolher imagem'}
        </FileButton>
        {logo && (
          <Button variant="quiet" size="small" icon={Trash2} onClick={() => form.type(name, '')}>
            Remover
          </Button>
        )}
      </div>
      <p
        id={`${id}-note`}
        role={error ? 'alert' : undefined}
        className={`mt-2 flex items-start gap-1.5 text-table ${error ? 'text-danger' : 'text-muted'}`}
      >
        {error && <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />}
        {error ?? hint}
      </p>
    </fieldset>
  );
}

const ACCEPTED = ['image/png', 'image/jpeg', 'image/webp'];
