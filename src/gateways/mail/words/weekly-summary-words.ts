import type { WeeklySummaryMail } from '#src/domain/mail/content.ts';
import { weekdayName } from '#src/wire/basics/dates.ts';
import { formatReais } from '#src/wire/basics/money.ts';
import { changeOf, daysText } from '#src/wire/reports/figures.ts';
import { greetingFor, letter, oneLine, type Shopfront, type Words } from '../mail-parts.ts';

export function weeklySummaryWords(mail: WeeklySummaryMail, { storeName }: Shopfront): Words {
  const { to, days, week, waiting } = mail;
  const title = `${formatReais(week.revenue)} em ${sales(week.sales)}`;
  return letter({
    subject: `Sua semana: ${title}`,
    preview: `${comparison(mail)}. ${waitingText(waiting.count)}.`,
    title,
    text: `${greetingFor(to.name)} Foi assim de ${daysText(days, days.to)}: ${comparison(mail)}.`,
    blocks: [
      { part: 'facts', facts: factsOf(mail) },
      { part: 'bars', title: 'Dia a dia', bars: barsOf(mail) },
      ...(waiting.titles.length > 0
        ? [{ part: 'steps' as const, title: 'Precisa de você', steps: stepsOf(waiting) }]
        : []),
      { part: 'button', label: 'Abrir as estatísticas', url: mail.analyticsUrl },
    ],
    notes: {
      sentence: 'Ele vem às segundas, depois das 8h.',
      label: 'Não quero o resumo da semana.',
      url: mail.unsubscribeUrl,
    },
    footer: `Enviado a quem administra a ${storeName}.`,
  });
}

function factsOf({ week, before, bestProduct, bestSource, waiting }: WeeklySummaryMail) {
  const { averageTicket, conversion, refunds } = week;
  const earning = (best: { name: string; revenue: number } | null) =>
    best ? `${oneLine(best.name)} · ${formatReais(best.revenue)}` : 'nenhum';
  return [
    { name: 'Vendas', value: `${formatReais(week.revenue)} · antes ${formatReais(before.revenue)}` },
    { name: 'Compras pagas', value: `${week.sales} · antes ${before.sales}` },
    { name: 'Valor médio', value: averageTicket === null ? 'nenhuma venda' : formatReais(averageTicket) },
    { name: 'Produto que mais vendeu', value: earning(bestProduct) },
    { name: 'Origem que mais vendeu', value: earning(bestSource) },
    { name: 'Pedidos pagos', value: `${conversion.paid} de ${conversion.started}` },
    { name: 'Descontos', value: formatReais(week.discount) },
    { name: 'Comissões', value: formatReais(week.commission) },
    {
      name: 'Reembolsos',
      value: refunds.count === 0 ? 'nenhum' : `${refunds.count} · ${formatReais(refunds.amount)}`,
    },
    { name: 'Precisa de você', value: waiting.count === 0 ? 'nada' : String(waiting.count) },
  ];
}

function barsOf({ course }: WeeklySummaryMail) {
  const most = Math.max(...course.map(({ vendas }) => vendas));
  return course.map(({ day, vendas }) => ({
    name: weekdayName(day),
    value: formatReais(vendas),
    share: most > 0 ? vendas / most : 0,
  }));
}

function stepsOf({ titles, rest }: WeeklySummaryMail['waiting']): string[] {
  return [...titles.map(oneLine), ...(rest > 0 ? [`E mais ${rest}`] : [])];
}

function comparison({ week, before }: WeeklySummaryMail): string {
  const change = changeOf({ value: week.revenue, before: before.revenue });
  if (change === null) return week.revenue > 0 ? 'a semana anterior não teve vendas' : 'nenhuma venda nas duas semanas';
  if (change === 0) return 'o mesmo que na semana anterior';
  const percent = Math.abs(change).toLocaleString('pt-BR');
  return `${percent} % ${change > 0 ? 'a mais' : 'a menos'} que na semana anterior`;
}

function sales(count: number): string {
  return count === 1 ? '1 compra' : `${count} compras`;
}

function waitingText(count: number): string {
  if (count === 0) return 'Nada espera por você';
  return count === 1 ? '1 coisa precisa de você' : `${count} coisas precisam de você`;
}
