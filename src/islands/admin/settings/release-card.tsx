import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { formatDayTime } from '#src/wire/basics/dates.ts';
import type { Health } from '#src/wire/upkeep/health.ts';
import { type FoundUpdate, NEWS_ADDRESS, UPDATE_SEARCH_PATH } from '#src/wire/upkeep/release.ts';

export function ReleaseCard({ release, hasUpdateFeed }: Pick<Health, 'release' | 'hasUpdateFeed'>) {
  const { version, build, builtAt } = release;
  return (
    <div className="mt-6 border-t border-line pt-5">
      <h3 className="text-sm font-semibold">Versão da loja</h3>
      <p className="mt-1 text-sm tabular-nums">
        {version}
        {builtAt && (
          <span className="text-muted">
            {' '}
            · preparada em {formatDayTime(builtAt)} · <span className="code">{build}</span>
          </span>
        )}
      </p>
      <p className="mt-2 text-sm">
        <a href={NEWS_ADDRESS} className="link">
          O que há de novo
        </a>
      </p>
      {hasUpdateFeed ? (
        <UpdateSearch version={version} />
      ) : (
        <p className="mt-2 text-sm text-muted">
          A loja não pergunta a ninguém por versões novas. Quem cuida do servidor pode dizer em UPDATE_FEED onde elas
          são publicadas, e aqui aparece um botão para procurar.
        </p>
      )}
    </div>
  );
}

function UpdateSearch({ version }: { version: string }) {
  const [found, setFound] = useState<FoundUpdate | null>(null);
  const search = useChange<void, FoundUpdate>({
    run: () => api.post<FoundUpdate>(UPDATE_SEARCH_PATH),
    done: setFound,
    failed: 'Não deu para procurar',
  });
  return (
    <>
      <p className="mt-2 text-sm text-muted">A loja só pergunta quando você usa o botão.</p>
      <div className="mt-3">
        <Button isBusy={search.isBusy} onClick={() => search.submit()}>
          Procurar versões novas
        </Button>
      </div>
      <div role="status" className="empty:hidden mt-3">
        {found && (
          <Notice
            tone={found.isNewer ? 'neutral' : 'success'}
            title={
              found.isNewer ? `Há uma versão nova: ${found.version}` : `A loja está na versão mais nova, ${version}`
            }
          >
            {found.isNewer && <HowToUpdate address={found.address} />}
          </Notice>
        )}
      </div>
    </>
  );
}

function HowToUpdate({ address }: { address: string | null }) {
  return (
    <>
      Baixe o arquivo dela e, no servidor, rode <span className="code">npm run update -- ARQUIVO</span>.
      {address && (
        <>
          {' '}
          <a href={address} rel="noreferrer" className="link">
            Ver a versão
          </a>
        </>
      )}
    </>
  );
}
