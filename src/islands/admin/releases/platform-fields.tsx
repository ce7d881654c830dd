import { Select } from '#src/islands/ui/fields/select.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { PLATFORMS, type Platform } from '#src/wire/products/platforms.ts';

type Props = {
  fileName: string;
  platform: Platform;
  label: string;
  /** All are offered where there is none. */
  platforms: readonly Platform[];
  error?: string | null;
  onPlatform: (platform: Platform) => void;
  onLabel: (label: string) => void;
  onLabelDone?: () => void;
};

export function PlatformFields(props: Props) {
  const { fileName, platform, label, platforms, error, onPlatform, onLabel, onLabelDone } = props;
  return (
    <div className="mt-3 grid gap-2 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <Select
        label={`Sistema de ${fileName}`}
        isLabelHidden
        value={platform}
        onChange={(chosen) => isPlatform(chosen) && onPlatform(chosen)}
        options={OPTIONS.filter(
          ({ value }) => platforms.length === 0 || value === platform || platforms.some((each) => each === value),
        )}
      />
      <TextField
        label={`Rótulo de ${fileName}`}
        isLabelHidden
        size="small"
        maxLength={60}
        placeholder="Rótulo (opcional)"
        value={label}
        error={error}
        onChange={({ target }) => onLabel(target.value)}
        onBlur={onLabelDone}
      />
    </div>
  );
}

function isPlatform(chosen: string): chosen is Platform {
  return Object.hasOwn(PLATFORMS, chosen);
}

const OPTIONS = Object.entries(PLATFORMS).map(([value, label]) => ({ value, label }));
