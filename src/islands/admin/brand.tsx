export function Brand({ storeName }: { storeName: string }) {
  return (
    <div className="flex h-16 shrink-0 items-center gap-2.5 px-5">
      <a href="/admin" className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-field">
        <svg viewBox="0 0 64 64" width="22" height="22" aria-hidden="true" className="shrink-0">
          <rect width="64" height="64" rx="15" className="fill-orange-500" />
          <path
            className="fill-graphite-950"
            d="M23.4 19.6c0-2 2.2-3.2 3.9-2.1l18 12.4c1.5 1 1.5 3.2 0 4.2l-18 12.4c-1.7 1.1-3.9 0-3.9-2.1z"
          />
        </svg>
        <span className="truncate font-bold tracking-[-.02em] [word-spacing:.12em] [font-stretch:86%]">
          {storeName}
        </span>
      </a>
      <span className="ml-auto rounded-md border border-line px-1.5 font-mono text-[.6875rem] leading-4 text-muted">
        Admin
      </span>
    </div>
  );
}
