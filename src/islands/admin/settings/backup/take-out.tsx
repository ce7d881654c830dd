import { Download } from 'lucide-react';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ChangeButton } from '#src/islands/admin/form/change-button.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { TitledSection } from '#src/islands/admin/frame/titled-section.tsx';
import { TAKEOUT_PATH, type TakeoutAddress } from '#src/wire/takeout/takeout.ts';

/** Leaving is as easy as moving in. */
export function TakeOut() {
  const [isStarted, setStarted] = useState(false);
  const download = useChange<undefined, TakeoutAddress>({
    run: () => api.post(TAKEOUT_PATH),
    done: ({ address }) => {
      setStarted(true);
      location.assign(address);
    },
    failed: 'A loja não pode ser baixada',
  });
  return (
    <TitledSection id="take-out" title="Levar minha loja">
      <p className="mt-1 text-sm text-muted">
        Um ZIP com tudo o que é seu: clientes, vendas, chaves, produtos, cupons, parceiros e o resto em CSV, os arquivos
        e as imagens, e as chaves que conferem as licenças. Outra plataforma o lê, e esta loja também. Segredos não vão
        junto; para abrir esta mesma loja em outra máquina, use um backup.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <ChangeButton change={download} label="Baixar tudo" busyLabel="Preparando..." icon={Download} />
        <p role="status" className="min-w-0 flex-1 basis-60 text-sm text-muted">
          {isStarted
            ? 'O download começou: o navegador mostra quanto já veio. O ZIP é feito enquanto desce, por isso o tamanho só se sabe no fim.'
            : 'Ele tem os dados dos seus clientes: guarde-o bem.'}
        </p>
      </div>
    </TitledSection>
  );
}
