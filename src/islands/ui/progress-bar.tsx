type Props = { label: string; value: number | undefined; max: number | undefined; className?: string };

export function ProgressBar({ label, value, max, className = '' }: Props) {
  return <progress aria-label={label} value={value} max={max} className={`${BAR} ${className}`} />;
}

const BAR =
  'block h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-raised [&::-moz-progress-bar]:bg-petrol-600 [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-petrol-600 [&::-webkit-progress-value]:transition-[width] [&::-webkit-progress-value]:duration-300';
