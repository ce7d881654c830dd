import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { returnToGate } from '#src/client/admin/gates.ts';
import { withIdentity } from '#src/client/admin/identity.ts';
import { ApiError, sentenceOf } from '#src/client/api.ts';
import { dismissFailure, showToast } from '#src/client/page/toast.ts';
import { queryClient } from '#src/client/queries.ts';
import { recheckAfterRefusal } from '#src/client/session.ts';
import { refreshAttention } from '../frame/use-attention.ts';

type Options<Input, Output> = {
  run: (input: Input) => Promise<Output>;
  /** The change is still busy while it runs. */
  done?: (result: Output, input: Input) => void | Promise<void>;
  /** What is done, or the title over the refusal's sentence; not when the user is redirected to a gate. */
  failed?: string | ((error: unknown, input: Input) => void);
};

export function useChange<Input, Output>({ run, done, failed }: Options<Input, Output>) {
  const [client] = useState(queryClient);
  const { mutate, isPending, error } = useMutation<Output, Error, Input>(
    {
      mutationFn: (input) => withIdentity(() => run(input)),
      onSuccess: (result, input) => {
        dismissFailure();
        void refreshAttention();
        return done?.(result, input);
      },
      onError: (refusal, input) => {
        if (refusal instanceof ApiError && refusal.code === 'gate_required') return goToGate();
        recheckAfterRefusal(refusal);
        if (typeof failed === 'string') {
          showToast({ tone: 'danger', title: failed, description: sentenceOf(refusal) });
        } else failed?.(refusal, input);
      },
    },
    client,
  );
  return {
    submit: (input: Input) => {
      if (!isPending) mutate(input);
    },
    isBusy: isPending,
    fieldErrors: error instanceof ApiError ? error.fields : NO_ERRORS,
  };
}

const NO_ERRORS: Record<string, string> = {};

function goToGate(): void {
  const isAboutKeys = ['/admin/activation-keys', '/admin/customers'].some((path) => location.pathname.startsWith(path));
  returnToGate(isAboutKeys ? 'activation-keys' : 'products');
}
