import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ConfirmedChange } from '#src/islands/admin/form/confirmed-change.tsx';
import { FormDialog } from '#src/islands/admin/form/form-dialog.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { TitledSection } from '#src/islands/admin/frame/titled-section.tsx';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Day } from '#src/islands/ui/date-time.tsx';
import { TextField } from '#src/islands/ui/fields/text-field.tsx';
import { suggestCouponCode } from '#src/wire/affiliates/affiliates.ts';
import type { PartnerApplication } from '#src/wire/partners/partners.ts';

const PATH = '/api/admin/partner-applications';

export function Applications({ rendered, areOn }: { rendered: PartnerApplication[] | null; areOn: boolean }) {
  const { data: waiting = [] } = useRead<PartnerApplication[]>(PATH, { initialData: rendered ?? undefined });
  const [accepting, setAccepting] = useState<PartnerApplication | null>(null);
  const [refusing, setRefusing] = useState<PartnerApplication | null>(null);
  return (
    <TitledSection id="applications" title="Pedidos de parceria" look="list">
      {waiting.length === 0 && <p className="px-4 py-6 text-sm text-muted">{areOn ? NONE : OFF}</p>}
      <ul className="divide-y divide-line">
        {waiting.map((application) => (
          <li key={application.id} className="flex flex-wrap items-start gap-x-6 gap-y-3 px-4 py-3">
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-medium wrap-anywhere">{application.name}</p>
              <p className="text-table text-muted wrap-anywhere">
                {application.email}, <Day at={application.createdAt} />
              </p>
              <p className="mt-1 text-sm whitespace-pre-line wrap-anywhere">{application.plan}</p>
            </div>
            <div className="flex gap-2">
              <Button size="small" onClick={() => setRefusing(application)}>
                Recusar
              </Button>
              <Button variant="primary" size="small" onClick={() => setAccepting(application)}>
                Aceitar
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {accepting && <AcceptDialog application={accepting} onClose={() => setAccepting(null)} />}
      {refusing && <RefuseDialog application={refusing} onClose={() => setRefusing(null)} />}
    </TitledSection>
  );
}

const NONE = 'Nenhum pedido espera a sua resposta.';
const OFF = 'A página de inscrição está desligada. Ligue em Regras e pagamentos.';

type DialogProps = { application: PartnerApplication; onClose: () => void };

function AcceptDialog({ application: { id, name, email }, onClose }: DialogProps) {
  const [commissionRate, setRate] = useState('10');
  const [couponCode, setCode] = useState(suggestCouponCode(name, '10'));
  const accepting = useChange<undefined, unknown>({
    run: () => api.post(`${PATH}/${id}/accept`, { commissionRate, couponCode }),
    refresh: [PATH, '/api/admin/affiliate'],
    told: { title: `${name} é parceiro`, description: `Avisamos ${email} por e-mail.` },
    done: onClose,
    failed: 'O pedido não foi aceito',
  });
  return (
    <FormDialog
      title={`Aceitar ${name}`}
      description="O link e o cupom valem assim que você aceitar, e o aviso sai por e-mail."
      submitLabel="Aceitar"
      busyLabel="Aceitando..."
      isBusy={accepting.isBusy}
      onSubmit={() => accepting.submit(undefined)}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Comissão em %"
          inputMode="decimal"
          hint="De 1 a 50, sobre o valor pago."
          value={commissionRate}
          onChange={({ target }) => setRate(target.value)}
          error={accepting.fieldErrors['commissionRate'] ?? null}
        />
        <TextField
          label="Código do cupom"
          autoCapitalize="characters"
          spellCheck={false}
          hint="Também é o fim do link."
          value={couponCode}
          onChange={({ target }) => setCode(target.value)}
          error={accepting.fieldErrors['couponCode'] ?? accepting.fieldErrors['email'] ?? null}
        />
      </div>
    </FormDialog>
  );
}

function RefuseDialog({ application: { id, name, email }, onClose }: DialogProps) {
  return (
    <ConfirmedChange
      run={() => api.post(`${PATH}/${id}/refuse`)}
      refresh={[PATH]}
      done={{ title: 'Pedido recusado', description: `Avisamos ${email} por e-mail.` }}
      failed="O pedido não foi recusado"
      onClose={onClose}
      title={`Recusar o pedido de ${name}?`}
      description="A resposta sai por e-mail, sem motivo, e os dados do pedido são apagados em 30 dias."
      confirmLabel="Recusar"
      busyLabel="Recusando..."
    />
  );
}
