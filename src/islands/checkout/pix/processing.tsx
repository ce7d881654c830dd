export function Processing() {
  return (
    <div className="grid gap-4">
      <p role="status" className="text-muted">
        Falando com o banco. Leva só alguns segundos.
      </p>
      <div
        aria-hidden
        className="grid min-h-[32rem] content-start gap-6 rounded-panel border border-line bg-surface p-5 motion-safe:animate-pulse sm:grid-cols-[14rem_minmax(0,1fr)] sm:p-7"
      >
        <div className="grid content-start gap-4">
          <div className="h-6 w-40 rounded-field bg-raised" />
          <div className="h-18 rounded-field bg-raised" />
          <div className="h-13 rounded-field bg-raised" />
          <div className="h-4 w-3/4 rounded-field bg-raised" />
          <div className="h-4 w-2/3 rounded-field bg-raised" />
        </div>
        <div className="mx-auto aspect-square w-full max-w-80 rounded-card bg-raised sm:order-first sm:max-w-56" />
      </div>
    </div>
  );
}
