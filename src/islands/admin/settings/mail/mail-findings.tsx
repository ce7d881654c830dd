import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { CopyButton } from '#src/islands/ui/copy/copy-button.tsx';
import { MAIL_PARTS, type MailFinding, type MailServerCheck } from '#src/wire/mail/mail-server.ts';

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
          {check.findings.map((finding) => (
            <Row key={finding.part} finding={finding} />
          ))}
        </ul>
      )}
    </>
  );
}

function Row({ finding: { part, state, sentence, toAdd } }: { finding: MailFinding }) {
  const { Sign, color, word } = LOOKS[state];
  return (
    <li className="flex items-start gap-3 px-3.5 py-2.5">
      <Sign aria-hidden className={`mt-0.5 size-4.5 shrink-0 ${color}`} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">{MAIL_PARTS[part]}</span>
          <span className={`text-mini ${color}`}>{word}</span>
        </p>
        <p className="text-muted wrap-anywhere">{sentence}</p>
        {toAdd && <DnsRecord {...toAdd} />}
      </div>
    </li>
  );
}

function DnsRecord({ name, value }: { name: string; value: string }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="mt-2 flex flex-col gap-2 sm:flex-row">
      <input
        ref={field}
        readOnly
        aria-label={`Registro TXT de ${name}`}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
        className="code min-h-11 w-full min-w-0 rounded-field border border-outline bg-background px-3 text-mini"
      />
      <CopyButton label="Copiar" text={value} field={field} className="button-2 shrink-0" />
    </div>
  );
}

function summaryOf({ findings }: MailServerCheck): string {
  const count = (state: MailFinding['state']) => findings.filter((finding) => finding.state === state).length;
  if (count('wrong') > 0) return `Conferência terminada: ${count('wrong')} a corrigir.`;
  return `Conferência terminada: a conta funciona, ${count('warning')} para melhorar.`;
}

const LOOKS = {
  right: { Sign: CircleCheck, color: 'text-success', word: 'certo' },
  warning: { Sign: TriangleAlert, color: 'text-warning', word: 'a melhorar' },
  wrong: { Sign: CircleAlert, color: 'text-danger', word: 'a corrigir' },
} satisfies Record<MailFinding['state'], unknown>;
