import { Lock } from 'lucide-react';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { ChangeButton } from '#src/islands/admin/form/change-button.tsx';
import { useChange } from '#src/islands/admin/form/use-change.ts';
import { TitledSection } from '#src/islands/admin/frame/titled-section.tsx';
import { useRead } from '#src/islands/admin/use-read.ts';
import { Button } from '#src/islands/ui/button.tsx';
import { Badge, type BadgeTone } from '#src/islands/ui/states/badge.tsx';
import { Notice } from '#src/islands/ui/states/notice.tsx';
import { ADDRESS_PATH, type AddressState, type FormerDomain } from '#src/wire/address/address.ts';
import { formatDay, formatDayTime } from '#src/wire/basics/dates.ts';
import { MINUTE_MS, SECOND_MS } from '#src/wire/basics/durations.ts';
import { AddressForm } from './address-form.tsx';
import { RemoveAddressDialog } from './remove-address-dialog.tsx';

/** Where visitors find the shop, and its certificate. */
export function Address({ rendered }: { rendered: AddressState }) {
  const [isOpen, setOpen] = useState(false);
  const [isRemoved, setRemoved] = useState(false);
  const {
    data: state = rendered,
    isError,
    refetch,
  } = useRead<AddressState>(ADDRESS_PATH, {
    initialData: rendered,
    retry: false,
    refetchInterval: ({ state: { data } }) => (data && isWaiting(data) ? 3 * SECOND_MS : MINUTE_MS),
  });
  const show = () => {
    setOpen(false);
    void refetch();
  };
  if (isRemoved) return <Removed plainUrl={state.plainUrl} />;
  const [tone, word] = badgeOf(state);
  const hasForm = state.source === 'screen' && (isOpen || state.domain === null);
  return (
    <TitledSection id="address" title="Endereço da loja" beside={<Badge tone={tone}>{word}</Badge>}>
      <p className="mt-2 text-sm text-muted">
        Quem visita, os e-mails e os avisos do banco usam <span className="wrap-anywhere">{state.siteUrl}</span>.
      </p>
      <Source state={state} />
      {isError && state.domain && isWaiting(state) && <Moved domain={state.domain} />}
      {!isError && <Progress state={state} />}
      {(state.certificate || state.former.length > 0) && <Certificate state={state} />}
      {hasForm && <AddressForm state={state} onSaved={show} onCancel={isOpen ? () => setOpen(false) : null} />}
      {state.source === 'screen' && !hasForm && (
        <Deeds state={state} onOpen={() => setOpen(true)} onDone={show} onRemoved={() => setRemoved(true)} />
      )}
    </TitledSection>
  );
}

function isWaiting({ domain, isInUse }: AddressState): boolean {
  return domain !== null && !isInUse;
}

function badgeOf(state: AddressState): [BadgeTone, string] {
  if (state.source === 'SITE_URL' || state.source === 'proxy') return ['neutral', 'Definido no servidor'];
  if (state.certificate?.isEnding) return ['danger', 'Certificado no fim'];
  if (state.certificate && state.isInUse) return ['success', 'Com https'];
  if (state.problem) return ['danger', 'Sem certificado'];
  return state.domain ? ['warning', 'Pedindo o certificado'] : ['warning', 'Sem domínio'];
}

function Source({ state: { source } }: { state: AddressState }) {
  const sentence = SENTENCES[source];
  if (sentence === null) return null;
  return (
    <p className="mt-2 flex items-start gap-1.5 text-sm text-muted">
      <Lock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span>{sentence}</span>
    </p>
  );
}

const SENTENCES: Record<AddressState['source'], string | null> = {
  screen: null,
  SITE_URL:
    'Definido no servidor (SITE_URL), e o certificado é de quem fica na frente da loja. Para a loja cuidar dele, apague a linha de lá e reinicie a loja.',
  DOMAIN: 'Definido no servidor (DOMAIN). Para mudar aqui, apague a linha de lá e reinicie a loja.',
  proxy: 'Um proxy na frente da loja tem o certificado (TRUST_PROXY). O endereço é definido no servidor, em SITE_URL.',
  off: 'A loja não atende https por si mesma (LISTEN_TLS=off). O endereço é definido no servidor, em SITE_URL.',
};

/** Nothing answers at the page's own address from now on. */
function Removed({ plainUrl }: { plainUrl: string }) {
  return (
    <div role="status">
      <Notice tone="neutral" title="O domínio saiu da loja">
        <p>
          Ela volta em um instante, em <span className="wrap-anywhere">{plainUrl}</span>. Entre de novo ali; esta página
          não abre mais.
        </p>
      </Notice>
    </div>
  );
}

/** The page's own address leads nowhere once the shop answers at another. */
function Moved({ domain }: { domain: string }) {
  return (
    <div className="mt-4" role="status">
      <Notice tone="neutral" title="A loja está mudando de endereço">
        <p>
          Abra{' '}
          <a href={`https://${domain}/admin/settings?secao=endereco`} className="link">
            https://{domain}
          </a>{' '}
          e entre de novo.
        </p>
      </Notice>
    </div>
  );
}

function Progress({ state }: { state: AddressState }) {
  const { domain, problem } = state;
  if (problem) {
    return (
      <Notice
        className="mt-4"
        tone={state.certificate ? 'warning' : 'danger'}
        title={state.certificate ? 'O certificado não foi renovado' : 'O certificado não veio'}
      >
        <p className="wrap-anywhere">{problem.sentence}</p>
        {problem.retryAt && <p className="mt-1">A loja tenta de novo sozinha em {formatDayTime(problem.retryAt)}.</p>}
      </Notice>
    );
  }
  if (!isWaiting(state) || !domain) return null;
  return (
    <div className="mt-4" role="status">
      <Notice tone="neutral" title={`Pedindo o certificado de ${domain}`}>
        <p>
          Leva cerca de um minuto. Quando ele chegar, a loja passa a atender em https://{domain} e pede que você entre
          de novo lá; até lá nada muda.
        </p>
      </Notice>
    </div>
  );
}

function Certificate({ state: { domain, certificate, former } }: { state: AddressState }) {
  return (
    <dl className="mt-4 divide-y divide-line border-y border-line text-sm">
      {certificate && (
        <>
          <Fact name="Domínio" value={domain ?? ''} />
          <Fact name="Certificado vale até" value={formatDay(certificate.endsAt)} />
          <Fact name="Será renovado em" value={formatDay(certificate.renewsAt)} />
        </>
      )}
      {former.map((one) => (
        <Fact key={one.domain} name="Domínio de antes" value={formerText(one)} />
      ))}
    </dl>
  );
}

function formerText({ domain, endsAt, problem }: FormerDomain): string {
  const until = formatDay(endsAt);
  if (!problem) return `${domain} leva ao de agora. O certificado dele vale até ${until}, e a loja o renova.`;
  return `${domain} leva ao de agora até ${until}: o certificado dele não foi renovado. ${problem}`;
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="grid gap-x-4 py-2.5 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere">{value}</dd>
    </div>
  );
}

type DeedsProps = { state: AddressState; onOpen: () => void; onDone: () => void; onRemoved: () => void };

function Deeds({ state, onOpen, onDone, onRemoved }: DeedsProps) {
  const [isAsking, setAsking] = useState(false);
  const giveUp = useChange<undefined, AddressState>({
    run: () => api.delete(ADDRESS_PATH),
    done: onDone,
    failed: 'O endereço não mudou',
  });
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <Button size="small" onClick={onOpen}>
        {state.isInUse ? 'Trocar de domínio' : 'Conferir ou pedir de novo'}
      </Button>
      {isWaiting(state) && (
        <ChangeButton change={giveUp} label="Desistir deste domínio" busyLabel="Desistindo..." variant="quiet" />
      )}
      {state.isInUse && (
        <Button variant="quiet" size="small" onClick={() => setAsking(true)}>
          Tirar o domínio
        </Button>
      )}
      {isAsking && <RemoveAddressDialog state={state} onRemoved={onRemoved} onClose={() => setAsking(false)} />}
    </div>
  );
}
