import { formatDayTime } from '#src/wire/basics/dates.ts';

export function LastNotice({ at }: { at: string | null }) {
  return (
    <p className="mt-2 text-sm text-muted tabular-nums">
      {at ? (
        <>
          Último aviso recebido: <strong className="font-semibold text-foreground">{formatDayTime(at)}</strong>.
        </>
      ) : (
        'Nenhum aviso chegou nos últimos 60 dias. Sem avisos, a loja descobre os pagamentos perguntando ao banco, com atraso.'
      )}
    </p>
  );
}
