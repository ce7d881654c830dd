import type { ComponentProps, SyntheticEvent } from 'react';

type Props = Omit<ComponentProps<'form'>, 'method' | 'noValidate' | 'onSubmit'> & {
  onSubmit: (event: SyntheticEvent) => unknown;
};

/** Its fields show their errors themselves. Sent before the scripts run, it writes nothing into the address. */
export function Form({ onSubmit, ...form }: Props) {
  return (
    <form
      {...form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(event);
      }}
    />
  );
}
