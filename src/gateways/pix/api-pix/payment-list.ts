import * as z from 'zod/mini';
import type { BankPayment, PaymentList, Period } from '#src/domain/pix.ts';
import { PixList } from './answers.ts';
import type { ApiPix } from './api-pix.ts';
import { withRetries, wordOf } from './bank-line.ts';
import { paymentOf } from './charge.ts';

/** Banks list a few days at once: the period is cut, and each part read page by page. */
export async function listPayments(bank: ApiPix, period: Period, deadline: Date): Promise<PaymentList> {
  const payments: BankPayment[] = [];
  for (const part of cut(period, bank.ways.longestListDays)) {
    for (let page = 0, pages = 1; page < pages; page += 1) {
      const query = {
        inicio: part.from.toISOString(),
        fim: part.to.toISOString(),
        'paginacao.paginaAtual': String(page),
        'paginacao.itensPorPagina': '100',
      };
      const answer = await withRetries(
        () => bank.line.call({ method: 'GET', path: '/pix', query }, deadline),
        deadline,
      );
      const read = answer.outcome === 'done' ? z.safeParse(PixList, answer.body) : undefined;
      if (!read?.success) return { outcome: 'unavailable', reason: wordOf(answer) };
      payments.push(...(read.data.pix ?? []).map(paymentOf));
      pages = Math.min(read.data.parametros.paginacao.quantidadeDePaginas, MAXIMUM_PAGES);
    }
  }
  return { outcome: 'found', payments };
}

function cut({ from, to }: Period, days: number): Period[] {
  const stepMs = days * 24 * 60 * 60 * 1000;
  const parts: Period[] = [];
  for (let start = from.getTime(); start < to.getTime(); start += stepMs) {
    parts.push({ from: new Date(start), to: new Date(Math.min(start + stepMs, to.getTime())) });
  }
  return parts;
}

const MAXIMUM_PAGES = 500;
