import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PublicProduct } from '#src/wire/catalogue.ts';
import { DemoVideo } from './demo-video.tsx';

type Props = { product: PublicProduct; communityUrl: string };

/** What a stranger wants to know before paying: what it does, what it runs on, what comes with it, and who helps. */
export function AboutProduct({ product, communityUrl }: Props) {
  const { name, description, image, systemRequirements, requiresActivation, videoUrl } = product;
  const requirements = systemRequirements.split('\n').filter((line) => line.trim());
  return (
    <section
      aria-labelledby="about-product"
      className="min-w-0 rounded-panel border border-line bg-surface p-5 lg:col-start-2 lg:row-start-2 lg:self-start"
    >
      <h2 id="about-product" className="text-title-3">
        Sobre este plugin
      </h2>
      {videoUrl !== null && <DemoVideo videoUrl={videoUrl} name={name} image={image} />}
      {description && (
        <p className="wrap-anywhere mt-3 max-w-[65ch] whitespace-pre-line text-[.9375rem] text-muted">{description}</p>
      )}
      {requirements.length > 0 && (
        <Facts title="Requisitos de sistema">
          {requirements.map((line) => (
            <li key={line} className="wrap-anywhere border-line border-l-2 pl-3">
              {line}
            </li>
          ))}
        </Facts>
      )}
      <Facts title="O que você recebe">
        <Gain>
          {requiresActivation ? 'Chave de ativação na tela e no seu e-mail' : 'Uso sem chave: é só baixar e instalar'}
        </Gain>
        <Gain>Download assim que o Pix for confirmado</Gain>
        <Gain>
          7 dias para desistir e receber o valor de volta:{' '}
          <a href="/direito-de-arrependimento" target="_blank" rel="noopener" className={LINK}>
            veja como<span className="sr-only"> pedir a devolução (abre em nova aba)</span>
          </a>
        </Gain>
        <Gain>
          Suporte em português:{' '}
          <a href={communityUrl} target="_blank" rel="noopener" className={LINK}>
            pergunte antes de comprar<span className="sr-only"> (abre em nova aba)</span>
          </a>
        </Gain>
      </Facts>
    </section>
  );
}

const LINK = 'text-link underline underline-offset-4';

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h3 className="mt-5 font-semibold text-[.9375rem] [font-stretch:100%]">{title}</h3>
      <ul className="mt-2 grid gap-2 text-[.9375rem] text-muted">{children}</ul>
    </>
  );
}

function Gain({ children }: { children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <Check aria-hidden className="mt-1 size-4 shrink-0 text-success" strokeWidth={3} />
      <span className="min-w-0">{children}</span>
    </li>
  );
}
