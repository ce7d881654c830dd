import { useId, useRef, useState } from 'react';
import { DiscardDialog } from '#src/islands/admin/form/discard-dialog.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import { ConfirmDialog } from '#src/islands/ui/overlays/confirm-dialog.tsx';
import { Drawer } from '#src/islands/ui/overlays/drawer.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { formatDay } from '#src/wire/basics/dates.ts';
import type { Release } from '#src/wire/releases/releases.ts';
import { ReleaseFieldset } from './release-fieldset.tsx';
import { ReleaseFiles } from './release-files.tsx';
import { ReleaseFoot } from './release-foot.tsx';
import { ReleaseNotice } from './release-notice.tsx';
import { releasePath } from './release-paths.ts';
import { isAwaited } from './release-text.ts';
import { type ReleaseOptions, useReleaseWindow } from './use-release-window.ts';

type Props = ReleaseOptions & { onWithdraw: (release: Release) => void };

export function ReleaseDrawer(props: Props) {
  const { product, release: opened, onWithdraw, onClose } = props;
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const window = useReleaseWindow(props, element);
  const { release } = window;
  const state = release?.state ?? 'draft';
  // The first state stays, so that nothing jumps once the last file is published.
  const [isAboutFiles] = useState(opened !== null && (opened.missing.length > 0 || isAwaited(opened)));
  const files = (
    <ReleaseFiles
      productId={product.id}
      release={release}
      transfers={window.transfers}
      unfinished={window.unfinished}
      error={window.filesError}
      onFile={window.addFile}
    />
  );
  return (
    <Drawer
      onClose={window.leave}
      title={release ? `Versão ${release.version}` : 'Nova versão'}
      description={product.name}
      foot={state !== 'withdrawn' && <ReleaseFoot window={window} formId={formId} onWithdraw={onWithdraw} />}
    >
      <Form
        ref={element}
        id={formId}
        onSubmit={() => {
          if (!window.isBusy) void window.submit(true);
        }}
        className="grid grid-cols-1 gap-6"
      >
        {release?.state === 'withdrawn' && (
          <Notice tone="neutral" title={`Retirada em ${formatDay(release.withdrawnAt ?? release.createdAt)}`}>
            {release.withdrawnReason}
          </Notice>
        )}
        {isAboutFiles && files}
        <ReleaseFieldset form={window.form} state={state} />
        {!isAboutFiles && files}
        <ReleaseNotice
          productId={product.id}
          path={release && releasePath(release.id)}
          announcement={release?.announcement ?? null}
          title="Aviso por e-mail"
          choice={
            state === 'draft'
              ? {
                  audience: release?.audience ?? null,
                  who: release && release.audience !== 1 ? 'que compraram' : 'que comprou',
                  hint: 'Um e-mail com o que mudou, no ritmo da loja. Quem não quer avisos só recebe os importantes.',
                  endsAt: release?.noticeEndsAt ?? null,
                  isWanted: window.isNotified,
                  onWanted: window.setNotified,
                }
              : null
          }
        />
      </Form>
      {window.leaving === 'unsaved' && <DiscardDialog where="nesta versão" onDiscard={onClose} onClose={window.stay} />}
      {window.leaving === 'sending' && (
        <ConfirmDialog
          title="Parar o envio?"
          description="O que já chegou fica guardado por 24 horas. Para continuar de onde parou, abra a versão e escolha o mesmo arquivo."
          confirmLabel="Parar e fechar"
          onConfirm={onClose}
          onClose={window.stay}
        />
      )}
    </Drawer>
  );
}
