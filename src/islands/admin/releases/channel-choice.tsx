import { useId } from 'react';
import { RELEASE_CHANNELS, type ReleaseChannel } from '#src/wire/releases/releases.ts';

type Props = { value: ReleaseChannel; isDisabled: boolean; onChange: (channel: ReleaseChannel) => void };

export function ChannelChoice({ value, isDisabled, onChange }: Props) {
  const name = useId();
  return (
    <fieldset className="min-w-0" disabled={isDisabled}>
      <legend className="font-medium text-sm leading-6">Canal</legend>
      <div className="mt-1.5 flex flex-wrap gap-2">
        {CHANNELS.map((channel) => (
          <label
            key={channel}
            className="relative flex min-h-11 grow cursor-pointer items-center gap-2.5 rounded-field border border-outline bg-surface px-3 text-sm has-checked:border-foreground has-checked:font-semibold has-disabled:cursor-not-allowed has-disabled:opacity-65 has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              checked={channel === value}
              onChange={() => onChange(channel)}
              className="size-4 shrink-0 accent-petrol-700"
            />
            {RELEASE_CHANNELS[channel]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const CHANNELS: readonly ReleaseChannel[] = ['stable', 'beta'];
