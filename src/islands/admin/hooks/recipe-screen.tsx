import { forRole } from '#src/islands/admin/role.tsx';
import { DownloadLink } from '#src/islands/ui/download-link.tsx';
import type { IntegrationCounts } from '#src/wire/hooks/hooks.ts';
import { IntegrationScreen } from './integration-screen.tsx';

export const RecipeScreen = forRole(Recipes);

function Recipes({ counts }: { counts: IntegrationCounts }) {
  return (
    <IntegrationScreen current="Receitas" counts={counts} help="integracoes/receitas">
      <p className="max-w-prose text-sm text-muted">
        Fluxos prontos para o n8n. Baixe um, importe no n8n com Import from file, e siga os três passos.
      </p>
      <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {RECIPES.map(({ file, title, steps }) => (
          <li key={file} className="flex flex-col gap-3 rounded-card border border-line bg-surface p-5">
            <h2 className="text-base">{title}</h2>
            <ol className="grid flex-1 list-decimal gap-1 pl-5 text-sm text-muted">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <div>
              <DownloadLink href={`/receitas/${file}`} text="Baixar o fluxo" />
            </div>
          </li>
        ))}
      </ul>
    </IntegrationScreen>
  );
}

const RECIPES = [
  {
    file: 'venda-google-planilhas.json',
    title: 'Cada venda em uma planilha do Google',
    steps: [
      'No nó Google Planilhas, entre com a sua conta e escolha a planilha.',
      'Ative o fluxo e copie a Production URL do nó Webhook.',
      'Crie aqui um webhook com esse endereço e o evento Venda paga.',
    ],
  },
  {
    file: 'venda-discord.json',
    title: 'Cada venda no canal da equipe, no Discord',
    steps: [
      'Ponha o endereço do webhook do canal na variável DISCORD_WEBHOOK_URL do n8n.',
      'Mude a frase no nó Discord, se quiser. Ela não leva nome nem e-mail.',
      'Crie aqui um webhook com a Production URL do nó Webhook e o evento Venda paga.',
    ],
  },
  {
    file: 'venda-nota-fiscal.json',
    title: 'Pedir a nota fiscal ao seu emissor',
    steps: [
      'Ponha o endereço do emissor na variável NOTA_URL e crie no n8n a credencial Header Auth com o token dele.',
      'Confira com a contadora os campos de serviço no nó Montar nota.',
      'Crie aqui um webhook com a Production URL do nó Webhook e o evento Nota fiscal pedida.',
    ],
  },
  {
    file: 'venda-meta-conversoes.json',
    title: 'Contar a venda à Meta (API de Conversões)',
    steps: [
      'Ponha o número do pixel na variável META_PIXEL_ID e crie a credencial com o token de acesso.',
      'O e-mail sai do n8n só como hash SHA-256. Diga isso na sua página de privacidade.',
      'Crie aqui um webhook com a Production URL do nó Webhook e o evento Venda paga.',
    ],
  },
];
