import * as z from 'zod/mini';
import { emailAddress, line } from '../basics/text.ts';

export const buyer = {
  customerName: line(3, 120, 'Nome completo deve ter pelo menos 3 caracteres'),
  customerEmail: emailAddress('Email inválido'),
};

/** The server alone judges numbers and documents, so that their rules weigh nothing where nobody asks for them. */
export const CheckoutForm = z.object({
  ...buyer,
  document: z.optional(z.string()),
  whatsapp: z.optional(z.string()),
});
