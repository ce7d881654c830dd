import { ADDRESS_PARTS, type AddressCheck } from '#src/wire/address/address.ts';
import { FindingRow } from '../finding-row.tsx';

type Props = { check: AddressCheck | null; isChecking: boolean };

/** What DNS, the ports and the way to the shop said, each with what to do. */
export function AddressFindings({ check, isChecking }: Props) {
  return (
    <>
      <p role="status" className="sr-only">
        {isChecking ? 'Conferindo o domínio...' : check && summaryOf(check)}
      </p>
      {check && (
        <ul
          aria-label="Conferência do domínio"
          className="divide-y divide-line rounded-card border border-line text-sm"
        >
          {check.findings.map(({ part, ...finding }) => (
            <FindingRow key={part} name={ADDRESS_PARTS[part]} {...finding} />
          ))}
        </ul>
      )}
    </>
  );
}

function summaryOf({ isRight, findings }: AddressCheck): string {
  if (isRight) return 'Conferência terminada: o certificado pode ser pedido.';
  const wrong = findings.filter(({ state }) => state === 'wrong').length;
  return `Conferência terminada: ${wrong} a corrigir.`;
}
