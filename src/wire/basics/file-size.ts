const UNITS = ['KB', 'MB', 'GB'] as const;

/** Writes `128 MB`, in units of 1,024 as file managers show them. */
export function formatFileSize(bytes: number): string {
  return sizeIn(bytes, unitOf(bytes));
}

/** Writes `132 de 480 MB`, both in the unit of the whole. */
export function formatSent(sentBytes: number, totalBytes: number): string {
  const unit = unitOf(totalBytes);
  return `${numberIn(sentBytes, unit)} de ${sizeIn(totalBytes, unit)}`;
}

type Unit = (typeof UNITS)[number];

function unitOf(bytes: number): Unit {
  if (bytes < 1024 ** 2) return 'KB';
  return bytes < 1024 ** 3 ? 'MB' : 'GB';
}

function sizeIn(bytes: number, unit: Unit): string {
  return `${numberIn(bytes, unit, bytes > 0)} ${unit}`;
}

function numberIn(bytes: number, unit: Unit, isAtLeastOne = false): string {
  const size = bytes / 1024 ** (UNITS.indexOf(unit) + 1);
  const maximumFractionDigits = unit === 'GB' ? 2 : size < 10 && unit === 'MB' ? 1 : 0;
  const shown = isAtLeastOne && unit === 'KB' ? Math.max(1, size) : size;
  return shown.toLocaleString('pt-BR', { maximumFractionDigits });
}
