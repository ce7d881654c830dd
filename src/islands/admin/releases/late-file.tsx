import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ChangeButton } from '#src/islands/admin/form/change-button.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { PLATFORMS } from '#src/wire/products/platforms.ts';
import { PRODUCT_LIST } from '#src/wire/products/product-list.ts';
import type { ReleaseFile } from '#src/wire/releases/releases.ts';
import { ReleaseNotice } from './release-notice.tsx';
import { releaseFilePath } from './release-paths.ts';
import { PUBLISHED } from './release-text.ts';

type Props = { productId: string; version: string; file: ReleaseFile };

/** A file that its version got later is published here, with a mail to those of its system. */
export function LateFile({ productId, version, file }: Props) {
  const { id, platform, isAwaiting, isDamaged, audience, noticeEndsAt, announcement } = file;
  const [isNotified, setNotified] = useState(false);
  const system = PLATFORMS[platform];
  const publish = useChange<undefined, unknown>({
    run: () => api.post(releaseFilePath(id, 'publish'), { notify: isNotified }),
    refresh: [PRODUCT_LIST.path],
    isRefreshedOnFailure: true,
    told: { title: `Versão ${version} publicada para ${system}`, description: PUBLISHED },
    failed: 'Erro ao publicar o arquivo',
  });
  if (!isAwaiting && !announcement) return null;
  return (
    <div className="mt-3 grid gap-3 border-line border-t pt-3">
      <ReleaseNotice
        productId={productId}
        path={releaseFilePath(id)}
        announcement={announcement}
        title={`Aviso por e-mail para ${system}`}
        choice={
          isAwaiting
            ? {
                ...{ audience, who: audience === 1 ? `que pode usar ${system}` : `que podem usar ${system}` },
                hint: `Quem usa ${system}, e quem ainda não mostrou o que usa. Um e-mail, no ritmo da loja.`,
                ...{ endsAt: noticeEndsAt, isWanted: isNotified, onWanted: setNotified },
              }
            : null
        }
      />
      {isAwaiting && !isDamaged && (
        <div className="flex justify-end">
          <ChangeButton
            change={publish}
            label={`Publicar para ${system}`}
            busyLabel="Publicando..."
            variant="primary"
          />
        </div>
      )}
    </div>
  );
}
