import type { ReactNode } from 'react';

export function Section({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section id={id} className="scroll-mt-4 rounded-panel border border-line bg-surface p-5 sm:p-7">
      <h2 className="text-title-3">{title}</h2>
      <div className="mt-3">{children}</div>
    </section>
  );
}
