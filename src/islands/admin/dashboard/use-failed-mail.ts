import { api } from '#src/client/api.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import type { Page } from '#src/wire/lists/lists.ts';
import { FAILED_MAIL_SHOWN, type FailedMail, type MailRetried } from '#src/wire/mail/mail.ts';

const PATH = '/api/admin/mail';

export function useFailedMail(): Page<FailedMail> | undefined {
  return useRead<Page<FailedMail>>(`${PATH}/failed?pageSize=${FAILED_MAIL_SHOWN}`).data;
}

export function useRetry(done: () => void) {
  return useChange<string, MailRetried>({
    run: (id) => api.post(id === 'all' ? `${PATH}/retry` : `${PATH}/${id}/retry`),
    refresh: [PATH],
    isRefreshedOnFailure: true,
    told: ({ message }) => ({ title: 'Enviando de novo', description: message }),
    done,
    failed: 'Erro ao enviar de novo',
  });
}

export function refreshFailedMail(): Promise<void> {
  return refreshLists(PATH);
}
