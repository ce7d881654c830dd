import { useRef, useState } from 'react';
import { ApiError, api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { useErrorFocus } from '#src/islands/admin/form/use-error-focus.ts';
import { useLeaveWarning } from '#src/islands/admin/form/use-leave-warning.ts';
import {
  ADDRESS_CHECK_PATH,
  ADDRESS_PATH,
  type AddressState,
  CheckAddress,
  SaveAddress,
  type TypedAddress,
} from '#src/wire/address/address.ts';
import { useCheck } from '../use-check.ts';

type Errors = Partial<Record<keyof TypedAddress, string>>;

/** Both the check and the save take what is typed; only the save keeps it, and orders. */
export function useAddressForm(domain: string | null, onSaved: (state: AddressState) => void) {
  const form = useRef<HTMLFormElement>(null);
  const focusError = useErrorFocus(form);
  const [typed, setTyped] = useState<TypedAddress>({ domain: domain ?? '', isAgreed: false });
  const [errors, setErrors] = useState<Errors>({});
  const leaveQuietly = useLeaveWarning(typed.domain !== (domain ?? ''));

  function refuse(fields: Errors): void {
    setErrors(fields);
    focusError();
  }
  const fail = (title: string) => (error: unknown) => {
    if (error instanceof ApiError && Object.keys(error.fields).length > 0) return refuse(error.fields);
    showToast({ tone: 'danger', title, description: sentenceOf(error) });
  };
  const check = useCheck<CheckAddress>({ path: ADDRESS_CHECK_PATH, failed: fail('O domínio não foi conferido') });
  const saving = useChange<SaveAddress, AddressState>({
    run: (body) => api.put(ADDRESS_PATH, body),
    done(saved) {
      leaveQuietly();
      onSaved(saved);
    },
    failed: fail('O endereço não foi salvo'),
  });

  return {
    form,
    typed,
    errors,
    checked: check.seen,
    isChecking: check.isBusy,
    isSaving: saving.isBusy,
    type(changes: Partial<TypedAddress>): void {
      setTyped((former) => ({ ...former, ...changes }));
      setErrors({});
    },
    check(): void {
      check.forget();
      const result = CheckAddress.safeParse(typed);
      if (result.success) check.start(result.data);
      else refuse({ domain: result.error.issues[0]?.message ?? '' });
    },
    save(): void {
      const result = SaveAddress.safeParse(typed);
      if (result.success) saving.submit(result.data);
      else refuse(Object.fromEntries(result.error.issues.map(({ path, message }) => [path[0], message])));
    },
  };
}
