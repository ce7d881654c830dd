import type { ImportProblemReason } from '#src/wire/imports/problems.ts';
import type { ImportSource } from '#src/wire/imports/sources.ts';
import type { Flag } from './columns.ts';

/** `header`, `columns`, `counts`, `products` and `rates` are JSON. */
export type ImportRow = {
  id: string;
  source: ImportSource;
  fileName: string;
  fileBytes: number;
  encoding: string;
  delimiter: string;
  header: string;
  columns: string;
  /** `reading` is one whose file is not read yet, or was not to its end. */
  state: 'reading' | 'checked' | 'importing' | 'done' | 'undoing' | 'undone';
  counts: string;
  products: string;
  rates: string;
  /** So many sales were looked at; the next process goes on from here. */
  position: number;
  /** They were used before they were taken out again, so they stayed. */
  kept: number;
  announces: Flag;
  /** The id up to which its mails are queued, or its sales taken out; null where nothing of that is under way. */
  cursor: string | null;
  createdBy: string;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
};

/** A line of a file as it came: a JSON array, or the beginning of one that cannot be read. */
export type ImportLineRow = { importId: string; line: number; cells: string; problem: ImportProblemReason | null };

/** A sale that waits to come in, as JSON. */
export type ImportSaleRow = { importId: string; position: number; email: string; sale: string };

export type ImportProblemRow = {
  importId: string;
  line: number;
  field: string;
  value: string;
  reason: ImportProblemReason;
};

export type ImportedSaleRow = {
  purchaseId: string;
  importId: string;
  source: ImportSource;
  /** The order's number there. */
  externalId: string;
  affiliateCode: string | null;
};

/** The import made this customer. */
export type ImportedCustomerRow = { customerId: string; importId: string };

/** The import made this product. */
export type ImportedProductRow = { productId: string; importId: string };
