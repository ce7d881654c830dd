import { api } from '#src/client/api.ts';
import { ChangeButton } from '#src/islands/admin/form/change-button.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { formatDay } from '#src/wire/basics/dates.ts';
import type { BankDescription } from '#src/wire/payments/bank.ts';
import { BANK_TIME_MS, MOVE_PATH } from './bank-paths.ts';

type Move = NonNullable<BankDescription['move']>;

/** The server's account becomes one of the screen, without an order in between that nobody charges. */
export function MoveToScreen({ move: { variables, done } }: { move: Move }) {
  const moving = useChange<undefined, { success: true }>({
    run: () => api.post(MOVE_PATH, undefined, { timeoutMs: BANK_TIME_MS }),
    done: () => location.reload(),
    failed: 'A conta não passou para a tela',
  });
  if (done) {
    return (
      <Notice
        className="mt-3 mb-5"
        tone="success"
        title={`Esta conta está guardada na tela desde ${formatDay(done.at)}${by(done)}`}
      >
        Tire do arquivo de configuração do servidor as linhas{' '}
        {variables.map((variable, at) => (
          <span key={variable}>
            {at > 0 && (at === variables.length - 1 ? ' e ' : ', ')}
            <code className="code wrap-anywhere text-foreground">{variable}</code>
          </span>
        ))}
        , deixe as outras, e reinicie a loja. Ela continua a receber nesta conta, que então se muda aqui.
      </Notice>
    );
  }
  return (
    <div className="mt-3 mb-5 flex flex-wrap items-center gap-x-4 gap-y-3">
      <ChangeButton change={moving} label="Passar para a tela" busyLabel="Passando..." />
      <p className="min-w-0 flex-1 basis-64 text-sm text-muted">
        A loja confere esta conta, guarda cifrado o que o servidor tem dela, e diz quais linhas você pode tirar de lá.
      </p>
    </div>
  );
}

function by({ by: name }: { by: string }): string {
  return name && `, por ${name}`;
}
