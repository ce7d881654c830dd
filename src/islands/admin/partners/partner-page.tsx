import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { queryClient } from '#src/client/queries.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { useLeaveWarning } from '#src/islands/admin/form/use-leave-warning.ts';
import { ScreenHeader } from '#src/islands/admin/frame/screen-header.tsx';
import { TitledSection } from '#src/islands/admin/frame/titled-section.tsx';
import { forRole, useCan } from '#src/islands/admin/role.tsx';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button, buttonClass } from '#src/islands/ui/button.tsx';
import { CopyableText } from '#src/islands/ui/copy/copyable-text.tsx';
import { Day } from '#src/islands/ui/date-time.tsx';
import { TextArea } from '#src/islands/ui/fields/text-area.tsx';
import { Form } from '#src/islands/ui/form.tsx';
import { Badge } from '#src/islands/ui/states/badge.tsx';
import { FailedState } from '#src/islands/ui/states/failed-state.tsx';
import { dayText, formatDay, formatDayTime } from '#src/wire/basics/dates.ts';
import { formatReais } from '#src/wire/basics/money.ts';
import { NOTES_LENGTH, type PartnerDetails } from '#src/wire/partners/partners.ts';
import { PAYOUT_STATES, salesText } from '#src/wire/payouts/payouts.ts';
import { PIX_KEY_TYPES, pixKeyText } from '#src/wire/payouts/pix-keys.ts';

type Props = {
  id: string;
  /** It is null after an error; the island then loads it. */
  rendered: PartnerDetails | null;
};

export const PartnerPage = forRole(PartnerScreen);

function PartnerScreen({ id, rendered }: Props) {
  const path = `/api/admin/partners/${encodeURIComponent(id)}`;
  const read = useRead<PartnerDetails>(path, { initialData: rendered ?? undefined });
  const partner = read.data;
  const can = useCan();
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-1">
        <a
          href="/admin/affiliates"
          className="-ml-2 inline-flex min-h-9 items-center gap-1.5 justify-self-start rounded-field px-2 text-sm text-muted transition-colors duration-150 hover:bg-raised hover:text-foreground max-sm:min-h-11"
        >
          <ArrowLeft aria-hidden className="size-4" />
          Voltar para afiliados
        </a>
        <ScreenHeader
          title={partner?.name ?? 'Afiliado'}
          help="affiliates/[id]"
          subtitle={partner && stateText(partner)}
          actions={
            <a href={`/admin/affiliates?tab=sales&affiliate=${id}`} className={buttonClass('secondary', 'small')}>
              Ver vendas
            </a>
          }
        />
      </div>
      {read.isError && <FailedState title="Falha ao carregar o afiliado" read={read} />}
      {partner && (
        <>
          <Facts partner={partner} />
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            <Clicks clicks={partner.clicks} />
            <PartnerPayouts payouts={partner.payouts} />
          </div>
          {can('writePartners') && <Notes path={path} notes={partner.notes} />}
        </>
      )}
    </div>
  );
}

function stateText({ isClosed, isActive, createdAt }: PartnerDetails): string {
  const since = `desde ${formatDay(createdAt)}`;
  if (isClosed) return `Parceria encerrada, ${since}`;
  return isActive ? `Ativo ${since}` : `Pendente, ${since}: link e cupom não contam`;
}

function Facts({ partner }: { partner: PartnerDetails }) {
  const { email, link, couponCode, commissionRate, pixKey, terms, waiting, released, received } = partner;
  const facts = [
    { name: 'E-mail', value: <CopyableText name="e-mail" text={email} /> },
    { name: 'Link', value: link ? <CopyableText name="link" text={link} /> : '—' },
    { name: 'Cupom', value: couponCode ?? '—' },
    { name: 'Comissão', value: `${commissionRate.toLocaleString('pt-BR')}%` },
    { name: 'A receber', value: formatReais(waiting.amount) },
    { name: 'Liberado', value: formatReais(released.amount) },
    { name: 'Recebido', value: formatReais(received.amount) },
    {
      name: 'Chave Pix',
      value: pixKey ? `${pixKeyText(pixKey.type, pixKey.key)} (${PIX_KEY_TYPES[pixKey.type]})` : 'Não informada',
    },
    { name: 'Termos', value: terms ? `Versão ${terms.version}, em ${formatDay(terms.acceptedAt)}` : 'Não aceitos' },
  ];
  return (
    <section aria-label="Dados do afiliado" className="rounded-card border border-line bg-surface p-5">
      <dl className="grid gap-x-6 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
        {facts.map(({ name, value }) => (
          <div key={name} className="min-w-0">
            <dt className="text-table text-muted">{name}</dt>
            <dd className="mt-0.5 flex min-h-7 items-center font-semibold wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {pixKey?.heldUntil && (
        <p className="mt-4 text-sm text-warning">
          {`A chave foi trocada há pouco: pagamentos a partir de ${formatDayTime(pixKey.heldUntil)}.`}
        </p>
      )}
    </section>
  );
}

function Clicks({ clicks }: Pick<PartnerDetails, 'clicks'>) {
  const sum = clicks.reduce((total, day) => total + day.clicks, 0);
  const most = Math.max(1, ...clicks.map((day) => day.clicks));
  return (
    <TitledSection id="clicks" title={`Cliques nos últimos 30 dias: ${sum.toLocaleString('pt-BR')}`} look="list">
      {clicks.length === 0 && <p className="px-4 py-6 text-sm text-muted">Ninguém clicou no link ainda.</p>}
      <ul className="max-h-72 overflow-y-auto">
        {clicks.map(({ day, clicks: count }) => (
          <li key={day} className="grid grid-cols-[5.5rem_minmax(0,1fr)_3rem] items-center gap-3 px-4 py-1.5 text-sm">
            <span className="text-muted tabular-nums">{dayText(day)}</span>
            <meter min={0} max={most} value={count} className="h-2 w-full">
              {count}
            </meter>
            <span className="text-right tabular-nums">{count.toLocaleString('pt-BR')}</span>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

function PartnerPayouts({ payouts }: Pick<PartnerDetails, 'payouts'>) {
  return (
    <section aria-labelledby="payouts" className="rounded-card border border-line bg-surface">
      <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-3">
        <h2 id="payouts" className="text-base">
          Pagamentos
        </h2>
        <a href="/admin/affiliates/payouts" className="text-sm text-link hover:underline">
          Fechar pagamentos
        </a>
      </div>
      {payouts.length === 0 && <p className="px-4 py-6 text-sm text-muted">Nenhum pagamento ainda.</p>}
      <ul className="max-h-72 divide-y divide-line overflow-y-auto text-sm">
        {payouts.map(({ id, reference, amount, sales, state, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 px-4 py-2">
            <Day at={createdAt} />
            <span className="grow whitespace-nowrap text-muted">{`${reference}, ${salesText(sales)}`}</span>
            <span className="font-semibold tabular-nums">{formatReais(amount)}</span>
            <Badge tone={state === 'paid' ? 'success' : state === 'open' ? 'warning' : 'neutral'}>
              {PAYOUT_STATES[state]}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Notes({ path, notes }: { path: string; notes: string }) {
  const [text, setText] = useState(notes);
  useLeaveWarning(text !== notes);
  const saving = useChange<undefined, PartnerDetails>({
    run: () => api.put<PartnerDetails>(path, { notes: text }),
    told: 'Anotações salvas',
    done: (after) => queryClient().setQueryData([path], after),
    failed: 'As anotações não foram salvas',
  });
  return (
    <Form
      className="grid gap-3 rounded-card border border-line bg-surface p-4"
      onSubmit={() => saving.submit(undefined)}
    >
      <TextArea
        label="Anotações"
        size="small"
        rows={4}
        maxLength={NOTES_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
        hint="Só quem administra a loja lê. Vão na cópia dos dados, se o parceiro a pedir."
        error={saving.fieldErrors['notes'] ?? null}
      />
      <div>
        <Button size="small" type="submit" isBusy={saving.isBusy} busyLabel="Salvando...">
          Salvar anotações
        </Button>
      </div>
    </Form>
  );
}
