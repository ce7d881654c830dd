import { api, sentenceOf } from '#src/client/api.ts';
import { showToast } from '#src/client/page/toast.ts';
import { queryClient } from '#src/client/queries.ts';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { refreshLists } from '#src/islands/admin/list/use-list.ts';
import { useRead } from '#src/islands/admin/use-read.ts';
import type { BankReconciliation } from '#src/wire/payments/bank.ts';
import { SALES_PATH } from '../use-sale.ts';

const PATH = '/api/admin/bank/comparison';
/** A month of payments is read page by page. */
const COMPARE_TIMEOUT_MS = 130_000;
/** The browser asks so often while a reconciliation runs in the background. */
const ASK_EVERY_MS = 5_000;

export function useReconciliation(rendered: BankReconciliation) {
  const { data = rendered } = useRead<BankReconciliation>(PATH, {
    initialData: rendered,
    refetchInterval: ({ state: { data: last } }) => (last?.progress ? ASK_EVERY_MS : false),
  });
  const comparing = useChange<undefined, BankReconciliation>({
    run: () => api.post(PATH, undefined, { timeoutMs: COMPARE_TIMEOUT_MS }),
    done: (reconciliation) => {
      show(reconciliation);
      showToast(reconciliationToast(reconciliation));
      return refreshLists(SALES_PATH);
    },
    failed: 'Erro ao conferir com o banco',
  });
  return { reconciliation: data, isComparing: comparing.isBusy, compare: () => comparing.submit(undefined) };
}

export function useResolve(done: () => void) {
  return useChange<string, { success: true }>({
    run: (id) => api.delete(`${PATH}/${id}`),
    done: async () => {
      await queryClient().invalidateQueries({ queryKey: [PATH] });
      showToast({
        tone: 'success',
        title: 'Diferença resolvida',
        description: 'Ela saiu da lista e ficou anotada na auditoria.',
      });
      done();
    },
    failed: (error) => {
      showToast({ tone: 'danger', title: 'Erro ao marcar como resolvida', description: sentenceOf(error) });
      // Somebody else may have resolved it first.
      void queryClient().invalidateQueries({ queryKey: [PATH] });
    },
  });
}

function show(reconciliation: BankReconciliation): void {
  queryClient().setQueryData<BankReconciliation>([PATH], reconciliation);
}

function reconciliationToast({ differences, progress }: BankReconciliation) {
  if (progress) {
    return {
      tone: 'neutral',
      title: 'A conferência continua',
      description: 'São muitos pagamentos. Ela segue sozinha, mesmo com esta tela fechada.',
    } as const;
  }
  return differences.length === 0
    ? ({
        tone: 'success',
        title: 'Tudo confere',
        description: 'O banco e a loja mostram os mesmos pagamentos.',
      } as const)
    : ({ tone: 'warning', title: 'Há diferenças com o banco', description: 'Veja a lista acima das vendas.' } as const);
}
