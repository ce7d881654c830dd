import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

export function EmailField(props: ComponentProps<typeof TextField>) {
  return <TextField type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />;
}
