type Props = {
  title: string;
  text?: string;
  /** What failed, as `useRead` returns it. */
  read: { isFetching: boolean; refetch: () => unknown };
};

export function FailedState({ title, text = 'Confira sua conexão e tente de novo.', read }: Props) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-danger bg-surface p-4"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold text-danger">{title}</p>
        <p className="text-sm text-muted">{text}</p>
      </div>
      <button
        type="button"
        className="button-2"
        aria-disabled={read.isFetching}
        onClick={() => read.isFetching || read.refetch()}
      >
        {read.isFetching ? 'Tentando...' : 'Tentar novamente'}
      </button>
    </div>
  );
}
