type Props = {
  first: string;
  second: string | null;
  isCode?: boolean;
};

export function TwoLines({ first, second, isCode = false }: Props) {
  return (
    <span className="grid min-w-0">
      <span title={first} className="truncate leading-5 @max-2xl:whitespace-normal">
        {first}
      </span>
      {second && (
        <span
          title={second}
          className={`truncate text-mini font-normal text-muted @max-2xl:whitespace-normal ${isCode ? 'code' : ''}`}
        >
          {second}
        </span>
      )}
    </span>
  );
}
