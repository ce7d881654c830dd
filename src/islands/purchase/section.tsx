import type { ReactNode } from 'react';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-panel border border-line bg-surface p-5 sm:p-7">
      <h2 className="text-title-3">{title}</h2>
      <div className="mt-3">{children}</div>
    </section>
  );
}
