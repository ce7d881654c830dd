import { Counter, type Gauge, type Registry } from 'prom-client';

export type Reader = () => void | Promise<void>;

type LiveCount = { name: string; help: string; label: string; read(): Record<string, number> };

export function countReader(registers: Registry[], { name, help, label, read }: LiveCount): Reader {
  const counter = new Counter({ registers, name, help, labelNames: [label] });
  return () => {
    counter.reset();
    for (const [word, count] of Object.entries(read())) counter.inc({ [label]: word }, count);
  };
}

export function tell(gauge: Gauge | undefined, value: number | null): void {
  if (value === null) gauge?.remove();
  else gauge?.set(value);
}
