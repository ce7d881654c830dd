/** Returns the letters and digits of a whole CPF or CNPJ; undefined for one that the bank masks. */
export function readDocument(document: string | null | undefined): string | undefined {
  const signs = document?.toUpperCase().replace(/[.\-/\s]/g, '') ?? '';
  return /^(?:\d{11}|[\dA-Z]{12}\d{2})$/.test(signs) && !PLACEHOLDER.test(signs) ? signs : undefined;
}

/** Banks write one digit repeated where they know no document. */
const PLACEHOLDER = /^(.)\1*$/;
