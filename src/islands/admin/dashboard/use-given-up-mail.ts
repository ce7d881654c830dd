import { api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/toast.ts';
import { useChange } from '#src/islands/admin/use-change.ts';
import { refreshLists } from '#src/islands/admin/use-list.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import type { Page } from '#src/wire/lists.ts';
import { GIVEN_UP_SHOWN, type GivenUpMail, type MailRetried } from '#src/wire/mail.ts';

const PATH = '/api/admin/mail';

export function useGivenUpMail(rendered: Page<GivenUpMail> | null): Page<GivenUpMail> | undefined {
  const { data } = useRead<Page<GivenUpMail>>(`${PATH}/given-up?pageSize=${GIVEN_UP_SHOWN}`, {
    initialData: rendered ?? undefined,
  });
  return data;
}

/** Has one message tried again by its id, or `all` of them. */
export function useRetry(done: () => void) {
  return useChange<string, MailRetried>({
    run: (id) => api.post(id === 'all' ? `${PATH}/retry` : `${PATH}/${id}/retry`),
    done: async ({ message }) => {
      await refreshGivenUpMail();
      showToast({ tone: 'success', title: 'Enviando de novo', description: message });
      done();
    },
    failed: (error) => {
      showToast({ tone: 'danger', title: 'Erro ao enviar de novo', description: sentenceOf(error) });
      void refreshGivenUpMail();
    },
  });
}

export function refreshGivenUpMail(): Promise<void> {
  return refreshLists(PATH);
}
