import { type Resolver, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { CreateRelease, type Release, type ReleaseChannel } from '#src/wire/releases/releases.ts';

export type ReleaseFields = { version: string; channel: ReleaseChannel; notes: string; isCritical: boolean };

export function useReleaseForm(release: Release | null) {
  return useForm<ReleaseFields>({
    resolver: validate,
    defaultValues: release ? fieldsOf(release) : BLANK,
    shouldFocusError: false,
  });
}

export type ReleaseForm = ReturnType<typeof useReleaseForm>;

export function fieldsOf({ version, channel, notes, isCritical }: ReleaseFields): ReleaseFields {
  return { version, channel, notes, isCritical };
}

const BLANK: ReleaseFields = { version: '', channel: 'stable', notes: '', isCritical: false };

const validate: Resolver<ReleaseFields> = (values) => {
  const issues = z.safeParse(CreateRelease, values).error?.issues ?? [];
  const refused = issues.map(({ path, message }) => [String(path[0]), { type: 'invalid', message }]);
  return issues.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(refused) };
};
