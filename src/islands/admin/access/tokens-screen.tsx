import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { IntegrationScreen } from '#src/islands/admin/hooks/integration-screen.tsx';
import { countText } from '#src/islands/admin/list/count-text.ts';
import { forRole } from '#src/islands/admin/role.tsx';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Badge } from '#src/islands/ui/states/badge.tsx';
import { EmptyState } from '#src/islands/ui/states/empty-state.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { type ApiToken, TOKENS_PATH } from '#src/wire/access/api-tokens.ts';
import { SCOPES } from '#src/wire/access/scopes.ts';
import { formatDay, formatDayTime } from '#src/wire/basics/dates.ts';
import type { IntegrationCounts } from '#src/wire/hooks/hooks.ts';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { RevokeTokenDialog } from './revoke-token-dialog.tsx';

type ScreenProps = { rendered: ApiToken[]; counts: IntegrationCounts; now: string };

export const TokensScreen = forRole(Tokens);

function Tokens({ rendered, counts, now }: ScreenProps) {
  const read = useRead<ApiToken[]>(TOKENS_PATH, { initialData: rendered });
  const tokens = read.data ?? rendered;
  const [isAdding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const add = (
    <Button variant="primary" size="small" icon={Plus} onClick={() => setAdding(true)}>
      Criar token
    </Button>
  );
  return (
    <IntegrationScreen
      current="Tokens"
      counts={{ ...counts, tokens: tokens.length }}
      help="integracoes/tokens"
      actions={tokens.length > 0 ? add : undefined}
    >
      <p className="max-w-2xl text-sm text-muted">
        Um token é a senha de um programa: com ele, o programa lê e muda na loja só o que você permitir. O que foi feito
        com ele fica na{' '}
        <a href="/admin/audit" className="text-link underline">
          Auditoria
        </a>
        , e as chamadas, com exemplos prontos, estão em{' '}
        <a href="/admin/api" className="text-link underline">
          API
        </a>
        .
      </p>
      {read.isError && <FailedState title="Não foi possível carregar os tokens." read={read} />}
      {tokens.length === 0 ? (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState
            icon={KeyRound}
            title="Nenhum token ainda"
            text="Crie um para cada programa: a planilha, o n8n, o sistema da contadora."
            action={add}
          />
        </div>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {tokens.map((token) => (
            <Token key={token.id} token={token} now={now} onRevoke={() => setRevoking(token)} />
          ))}
        </ul>
      )}
      {isAdding && <NewTokenDialog onClose={() => setAdding(false)} />}
      {revoking && <RevokeTokenDialog token={revoking} onClose={() => setRevoking(null)} />}
    </IntegrationScreen>
  );
}

type Props = { token: ApiToken; now: string; onRevoke: () => void };

function Token({ token, now, onRevoke }: Props) {
  const { name, prefix, scopes, createdBy, createdAt, expiresAt, lastUsedAt } = token;
  const isExpired = expiresAt !== null && expiresAt <= now;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {name}
          <code className="text-mini font-normal text-muted">{prefix}…</code>
          {isExpired && <Badge tone="danger">Venceu</Badge>}
        </p>
        <p className="mt-1 text-sm text-muted tabular-nums">
          {lastUsedAt ? `Usado em ${formatDayTime(lastUsedAt)}` : 'Nunca usado'} · {expiryText(expiresAt, isExpired)}
        </p>
        <p className="text-sm text-muted">
          Criado em {formatDay(createdAt)}
          {createdBy ? ` por ${createdBy}` : ' por uma conta que saiu: não funciona mais'}
        </p>
        <details className="mt-1 text-sm">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-link sm:min-h-8">
            {countText(scopes.length, 'permissão', 'permissões')}
          </summary>
          <ul className="grid gap-1 text-muted">
            {scopes.map((scope) => (
              <li key={scope}>
                {SCOPES[scope].text} <code className="text-mini">{scope}</code>
              </li>
            ))}
          </ul>
        </details>
      </div>
      <Button size="small" aria-label={`Revogar ${name}`} onClick={onRevoke}>
        Revogar
      </Button>
    </li>
  );
}

function expiryText(expiresAt: string | null, isExpired: boolean): string {
  if (expiresAt === null) return 'sem prazo';
  return `${isExpired ? 'venceu' : 'vale até'} ${formatDay(expiresAt)}`;
}
