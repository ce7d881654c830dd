import { Download } from 'lucide-react';
import { type ComponentType, Fragment, type ReactNode } from 'react';
import type { System } from '#src/wire/products/platforms.ts';
import { groupsOf, needsKey } from '#src/wire/purchases/items.ts';
import type { Licenses, Purchase } from '#src/wire/purchases/purchases.ts';
import type { FurtherFilesProps } from './further-files.tsx';
import { ActivationKeys } from './license/activation-keys.tsx';
import { Receipt } from './receipt.tsx';
import { Section } from './section.tsx';
import { VersionFiles } from './version-files.tsx';

type Props = {
  purchase: Purchase;
  licenses: Licenses;
  /** It was paid while the page was open: the keys are animated once. */
  isFresh: boolean;
  communityUrl: string;
  /** The buyer's, as guessed. */
  system: System | null;
  /** The checkout loads it later. */
  FurtherFiles: ComponentType<FurtherFilesProps>;
};

export function Delivery({ purchase, licenses, isFresh, communityUrl, system, FurtherFiles }: Props) {
  const { items, review } = purchase;
  const groups = groupsOf(items, ({ productId }) => productId);
  const isSole = items.length === 1;
  const isUnusable = Object.values(licenses).some(({ state }) => state === 'revoked' || state === 'frozen');
  return (
    <>
      {groups.map((group, at) => {
        const [item] = group;
        const ofProduct = groups.length === 1 ? '' : ` de ${item.productName}`;
        const further = <FurtherFiles item={item} system={system} />;
        return (
          <Fragment key={item.id}>
            {/* The banner tells of a sole key that was revoked. */}
            {item.requiresActivation && !(isSole && licenses[item.id]?.state === 'revoked') && (
              <ActivationKeys
                title={`${group.length > 1 ? 'Chaves' : 'Chave'} de ativação${ofProduct}`}
                licenses={group.map(({ id }) => licenses[id] ?? null)}
                isFresh={isFresh}
                communityUrl={communityUrl}
              />
            )}
            <Section id={at === 0 ? 'arquivos' : `arquivos-${at + 1}`} title={`Download${ofProduct}`}>
              {item.files.length > 0 ? (
                <VersionFiles item={item} system={system} further={further} />
              ) : (
                <DownloadFile item={item} further={further} />
              )}
            </Section>
          </Fragment>
        );
      })}
      {/* The steps help nobody whose key cannot be used. */}
      {!isUnusable && !review && <NextSteps requiresActivation={needsKey(purchase)} />}
      {purchase.customerEmail && <Receipt purchase={purchase} />}
    </>
  );
}

function DownloadFile({ item, further }: { item: Purchase['items'][number]; further: ReactNode }) {
  const { productName, requiresActivation, downloadUrl } = item;
  return (
    <>
      <p className="max-w-[60ch] text-muted">
        {productName}
        {requiresActivation
          ? '. O link fica nesta página e no seu e-mail.'
          : ' não precisa de chave: é só baixar e instalar.'}
        {!downloadUrl && ' O arquivo ainda não foi publicado: volte mais tarde ou fale com o suporte.'}
      </p>
      {downloadUrl ? (
        <a href={downloadUrl} className="button-1 mt-4 min-h-13 w-full text-base wrap-anywhere sm:w-auto">
          <Download aria-hidden className="size-5 shrink-0" />
          Baixar {productName}
        </a>
      ) : (
        <button type="button" disabled className="button-2 mt-4 min-h-13 w-full text-base opacity-70 sm:w-auto">
          Link de Download Pendente
        </button>
      )}
      {further}
    </>
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
