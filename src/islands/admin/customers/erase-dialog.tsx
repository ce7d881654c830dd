import { ConfirmDialog } from '#src/islands/ui/overlays/confirm-dialog.tsx';
import { ERASED_CUSTOMER } from '#src/wire/customers/erased-customer.ts';

type Props = { name: string; isBusy: boolean; onConfirm: () => void; onClose: () => void };

export function EraseDialog({ name, ...dialog }: Props) {
  return (
    <ConfirmDialog
      {...dialog}
      title={`Excluir ${name}?`}
      description="Os dados pessoais são apagados da loja. Esta ação não pode ser desfeita."
      confirmLabel="Excluir cliente"
      busyLabel="Excluindo..."
    >
      <div className="grid gap-4 text-sm">
        <Consequences title="O que é apagado" facts={ERASED} />
        <Consequences title="O que fica" facts={KEPT} />
        <p className="text-muted">
          Cópias de segurança feitas antes ainda guardam os dados. Quem comprar de novo vira um novo cliente.
        </p>
      </div>
    </ConfirmDialog>
  );
}

const ERASED = [
  'Nome e e-mail: no cadastro, nas compras e na busca.',
  'Recibos guardados nesta máquina e e-mails que ainda não saíram.',
  'Visões de lista que só encontravam este cliente.',
];
const KEPT = [
  `As vendas e seus valores, com “${ERASED_CUSTOMER}” no lugar do nome.`,
  'As chaves, os cupons usados, as comissões e a página de cada compra.',
  'CPF ou CNPJ, nome e endereço dentro de notas fiscais emitidas, pelos anos que a lei pede.',
  'Um Pix ainda aberto: se for pago, a chave aparece na página da compra, sem e-mail.',
];

function Consequences({ title, facts }: { title: string; facts: readonly string[] }) {
  return (
    <section>
      <h3 className="text-sm font-semibold">{title}</h3>
      <ul className="mt-1.5 grid list-disc gap-1 pl-5 text-muted marker:text-muted">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </section>
  );
}
