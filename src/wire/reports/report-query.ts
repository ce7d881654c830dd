import * as z from 'zod/mini';
import { keyOf } from '../basics/text.ts';
import { ORIGIN_GROUPS } from './origins.ts';

const day = (text: string) => z.optional(z.string().check(z.meta({ description: text, format: 'date' })));

/** A period that is not whole is of all time. */
export const ReportDays = z.object({
  from: day('O primeiro dia, no horário de São Paulo.'),
  to: day('O último dia, que também conta.'),
});

/** `1` adds the sales that were paid on other platforms. */
export const AnalyticsQuery = z.extend(ReportDays, { historico: z.optional(z.enum(['1'])) });

export const OriginQuery = z.extend(ReportDays, { by: z.optional(keyOf(ORIGIN_GROUPS)) });
