import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { returnToGate } from '#src/client/admin/gates.ts';
import { withIdentity } from '#src/client/admin/identity.ts';
import { ApiError, sentenceOf } from '#src/client/api.ts';
import { dismissFailure, showToast } from '#src/client/page/toast.ts';
import { queryClient } from '#src/client/queries.ts';
import { recheckAfterRefusal } from '#src/client/session.ts';
import { refreshAttention } from '../frame/use-attention.ts';
import { refreshLists } from '../list/use-list.ts';

/** What a toast says: its title, or that with more. */
export type Told = string | { title: string; description?: string };

type Options<Input, Output> = {
  run: (input: Input) => Promise<Output>;
  /** Prefixes of the calls to refetch before the change is told. */
  refresh?: readonly string[];
  /** It is set where others may have changed what was refused. */
  isRefreshedOnFailure?: boolean;
  told?: Told | ((result: Output, input: Input) => Told);
  /** It comes last, and the change is still busy while it runs. */
  done?: (result: Output, input: Input) => unknown;
  /** It is true where the form shows the refusal already, which no toast then repeats. */
  isShown?: (error: unknown, input: Input) => boolean;
  /** What is done, or the title over the refusal's sentence; not when the user is redirected to a gate. */
  failed?: string | ((error: unknown, input: Input) => void);
};

export function useChange<Input, Output>(options: Options<Input, Output>) {
  const { run, refresh = [], isRefreshedOnFailure = false, told, done, isShown, failed } = options;
  const [client] = useState(queryClient);
  const refreshAll = () => Promise.all(refresh.map(refreshLists));
  const { mutate, isPending, error } = useMutation<Output, Error, Input>(
    {
      mutationFn: (input) => withIdentity(() => run(input)),
      onSuccess: async (result, input) => {
        dismissFailure();
        void refreshAttention();
        await refreshAll();
        const said = typeof told === 'function' ? told(result, input) : told;
        if (said) showToast({ tone: 'success', ...(typeof said === 'string' ? { title: said } : said) });
        await done?.(result, input);
      },
      onError: (refusal, input) => {
        if (refusal instanceof ApiError && refusal.code === 'gate_required') return goToGate();
        recheckAfterRefusal(refusal);
        if (isRefreshedOnFailure) void refreshAll();
        if (isShown?.(refusal, input)) return;
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
