import { copyText } from '#src/client/page/clipboard.ts';
import { showToast } from '#src/client/page/toast.ts';

/** Copies one address a line, as mail programs take them. */
export async function copyEmails(rows: readonly { email: string }[]): Promise<void> {
  const isCopied = await copyText(rows.map(({ email }) => email).join('\n'), null);
  const said = rows.length === 1 ? '1 e-mail copiado' : `${rows.length.toLocaleString('pt-BR')} e-mails copiados`;
  showToast(
    isCopied ? { tone: 'success', title: said } : { tone: 'danger', title: 'Erro ao copiar', description: INSTEAD },
  );
}

const INSTEAD = 'O navegador não deixou copiar. Exporte o CSV, que traz os e-mails.';
