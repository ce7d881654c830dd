import { MAIL_PARTS, type MailFinding, type MailServerCheck } from '#src/wire/mail/mail-server.ts';
import { FieldToCopy } from '../field-to-copy.tsx';
import { FindingRow } from '../finding-row.tsx';

type Props = { check: MailServerCheck | null; isChecking: boolean };

/** What the mail server and the sender's DNS said, each with what to do. */
export function MailFindings({ check, isChecking }: Props) {
  return (
    <>
      <p role="status" className="sr-only">
        {isChecking ? 'Conferindo a conta...' : check && summaryOf(check)}
      </p>
      {check && (
        <ul aria-label="Conferência do e-mail" className="divide-y divide-line rounded-card border border-line text-sm">
          {check.findings.map(({ part, toAdd, ...finding }) => (
            <FindingRow key={part} name={MAIL_PARTS[part]} {...finding}>
              {toAdd && (
                <div className="mt-2">
                  <FieldToCopy aria-label={`Registro TXT de ${toAdd.name}`} value={toAdd.value} copyLabel="Copiar" />
                </div>
              )}
            </FindingRow>
          ))}
        </ul>
      )}
    </>
  );
}

function summaryOf({ findings }: MailServerCheck): string {
  const count = (state: MailFinding['state']) => findings.filter((finding) => finding.state === state).length;
  if (count('wrong') > 0) return `Conferência terminada: ${count('wrong')} a corrigir.`;
  return `Conferência terminada: a conta funciona, ${count('warning')} para melhorar.`;
}
