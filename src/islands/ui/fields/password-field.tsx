import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { TextField } from './text-field.tsx';

export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'children'>) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField {...props} type={isShown ? 'text' : 'password'}>
      <button
        type="button"
        aria-label={isShown ? 'Ocultar senha' : 'Mostrar senha'}
        onClick={() => setShown(!isShown)}
        className={`needs-script grid ${props.size === 'small' ? 'size-10 max-sm:size-11' : 'size-12'} shrink-0 place-items-center rounded-field border border-line text-muted transition-colors duration-150 hover:bg-raised hover:text-foreground`}
      >
        <Icon size={18} aria-hidden="true" />
      </button>
    </TextField>
  );
}
