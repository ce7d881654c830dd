import { Download } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { System } from '#src/wire/products/platforms.ts';
import type { LicenseResponse, Purchase } from '#src/wire/purchases/purchases.ts';
import type { FurtherFilesProps } from './further-files.tsx';
import { ActivationKey } from './license/activation-key.tsx';
import { Receipt } from './receipt.tsx';
import { Section } from './section.tsx';
import { VersionFiles } from './version-files.tsx';

type Props = {
  purchase: Purchase;
  license: LicenseResponse | null;
  /** Paid while the page was open: animates the key once. */
  isFresh: boolean;
  communityUrl: string;
  /** The buyer's, as guessed. */
  system: System | null;
  /** The checkout loads it later. */
  FurtherFiles: ComponentType<FurtherFilesProps>;
};

export function Delivery({ purchase, license, isFresh, communityUrl, system, FurtherFiles }: Props) {
  const isRevoked = license?.state === 'revoked';
  // Leaves out the activation steps when no key can be used.
  const canActivate = !isRevoked && license?.state !== 'frozen' && !purchase.review;
  return (
    <>
      {purchase.requiresActivation && !isRevoked && (
        <ActivationKey license={license} isFresh={isFresh} communityUrl={communityUrl} />
      )}
      {purchase.items.map((item) => {
        const further = <FurtherFiles key={item.id} item={item} system={system} />;
        return item.files.length > 0 ? (
          <VersionFiles key={item.id} item={item} system={system} further={further} />
        ) : (
          <DownloadFile key={item.id} item={item} further={further} />
        );
      })}
      {canActivate && <NextSteps requiresActivation={purchase.requiresActivation} />}
      {purchase.customerEmail && <Receipt purchase={purchase} />}
    </>
  );
}

type Item = Purchase['items'][number];

function DownloadFile({ item, further }: { item: Item; further: ReactNode }) {
  const { productName, requiresActivation, downloadUrl } = item;
  return (
    <Section id="arquivos" title="Download">
      <p className="max-w-[60ch] text-muted">
        {productName}
        {requiresActivation
          ? '. O link fica nesta página e no seu e-mail.'
          : ' não precisa de chave: é só baixar e instalar.'}
        {!downloadUrl && ' O arquivo ainda não foi publicado: volte mais tarde ou fale com o suporte.'}
      </p>
      {downloadUrl ? (
        <a href={downloadUrl} className="button-1 mt-4 min-h-13 w-full text-base wrap-anywhere sm:w-auto">
          <Download aria-hidden className="size-5" />
          Baixar {productName}
        </a>
      ) : (
        <button type="button" disabled className="button-2 mt-4 min-h-13 w-full text-base opacity-70 sm:w-auto">
          Link de Download Pendente
        </button>
      )}
      {further}
    </Section>
  );
}

function NextSteps({ requiresActivation }: { requiresActivation: boolean }) {
  const steps = [
    'Baixe o arquivo e feche o seu editor de vídeo.',
    'Instale e abra o editor de novo.',
    requiresActivation ? 'Abra o plugin, cole a chave e ative.' : 'Abra o plugin e comece a usar.',
  ];
  return (
    <Section title="O que fazer agora">
      <ol className="grid gap-2 text-muted">
        {steps.map((step, index) => (
          <li key={step} className="grid grid-cols-[1.5rem_1fr]">
            <span aria-hidden className="code text-accent">
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </Section>
  );
}
