import { useEffect, useRef, useState } from 'react';
import { endSessionOnServer, forgetUnfinishedLogout, isLogoutUnfinished } from '#src/client/logout.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';

type Props = { isSessionOpen: boolean; isFinished: boolean };

export function UnfinishedLogout({ isSessionOpen, isFinished }: Props) {
  const [isOver, setOver] = useState(isFinished);
  useEffect(() => {
    if (!isSessionOpen) forgetUnfinishedLogout();
  }, [isSessionOpen]);
  useEffect(() => {
    if (isOver) history.replaceState(null, '', '/login');
  }, [isOver]);
  if (!isSessionOpen && !isOver) return null;
  return (
    <div className="mb-5">
      {isOver ? (
        <div role="status">
          <Notice tone="success" title="Sessão encerrada">
            Você saiu do painel neste navegador e no servidor.
          </Notice>
        </div>
      ) : (
        <LogoutRetry onOver={() => setOver(true)} />
      )}
    </div>
  );
}

export function LogoutRetry({ onOver }: { onOver: () => void }) {
  const [isTrying, setTrying] = useState(false);
  const over = useRef(onOver);
  over.current = onOver;
  const [retry] = useState(() => async () => {
    setTrying(true);
    const isOver = await endSessionOnServer();
    setTrying(false);
    if (isOver) over.current();
  });
  useEffect(() => {
    // A link from another site must not end anybody's session.
    if (isLogoutUnfinished()) void retry();
    const again = () => void retry();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [retry]);
  return (
    <div role="alert">
      <Notice tone="warning" title="Não foi possível encerrar a sessão no servidor">
        <p>
          Neste navegador você já saiu, mas o servidor não confirmou. Confira sua conexão e tente de novo. Se este
          computador não é só seu, não o deixe antes disso: sem uso, a sessão só termina em 12 horas.
        </p>
        <div className="mt-3">
          <Button size="small" isBusy={isTrying} busyLabel="Encerrando..." onClick={() => void retry()}>
            Tentar encerrar de novo
          </Button>
        </div>
      </Notice>
    </div>
  );
}
