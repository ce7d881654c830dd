import type { InvoiceProvider, InvoiceState } from '#src/wire/invoices/invoices.ts';
import type { TakerKind } from '#src/wire/invoices/taker.ts';

export type InvoiceRow = {
  purchaseId: string;
  state: InvoiceState;
  takerKind: TakerKind;
  /** It has no dots: `12ABC34501DE35`. */
  takerDocument: string;
  takerName: string;
  /** It is JSON of a `TakerAddress`. */
  takerAddress: string | null;
  number: string | null;
  url: string | null;
  /** It is a file of the shop's own, or null. */
  storedAs: string | null;
  provider: InvoiceProvider | null;
  providerReference: string;
  error: string | null;
  requestedAt: string;
  dueAt: string;
  /** It was handed to the issuer, who may know of it since. */
  sentAt: string | null;
  tries: number;
  nextTryAt: string | null;
  issuedAt: string | null;
  /** It is plain text, for the search. */
  words: string;
};
