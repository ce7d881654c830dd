import {
  ChevronDown,
  ChevronRight,
  CircleCheck,
  CircleDollarSign,
  DatabaseBackup,
  FileText,
  FileWarning,
  Globe,
  Handshake,
  HeartPulse,
  KeyRound,
  Landmark,
  type LucideIcon,
  MailWarning,
  PackageX,
  Star,
  TrendingDown,
  Undo2,
  Webhook,
} from 'lucide-react';
import { useState } from 'react';
import { COUNT_TONES } from '#src/islands/admin/frame/navigation.tsx';
import { useAttention } from '#src/islands/admin/frame/use-attention.ts';
import { useOpenInUrl } from '#src/islands/admin/use-open-in-url.ts';
import { buttonClass } from '#src/islands/ui/button.tsx';
import { noWrap } from '#src/islands/ui/no-wrap.ts';
import type { Attention, AttentionItem, AttentionKind } from '#src/wire/upkeep/attention.ts';
import { FailedMail } from './failed-mail.tsx';

export function AttentionCard({ rendered }: { rendered: Attention | null }) {
  const attention = useAttention(rendered);
  const [isWhole, setWhole] = useState(false);
  const [isMailOpen, setMailOpen] = useState(false);
  useOpenInUrl((name) => name === MAIL && setMailOpen(true));
  if (!attention) return null;
  const { items, total, screens } = attention;
  const shown = isWhole ? items : items.slice(0, SHOWN_AT_FIRST);
  const hidden = items.slice(shown.length);
  return (
    <section aria-labelledby="attention" className="@container rounded-card border border-line bg-surface">
      <div className="flex items-center gap-3 px-4 py-3">
        <h2 id="attention" className="text-base leading-6">
          Precisa de você
        </h2>
        {total > 0 && (
          <span
            className={`min-w-6 rounded-full border px-1.5 text-center text-mini leading-5 tabular-nums ${COUNT_TONES[screens['/admin']?.tone ?? 'warning']}`}
          >
            {total}
          </span>
        )}
        <p className="ml-auto text-table text-muted max-sm:hidden">{total > 1 && 'O mais urgente primeiro'}</p>
      </div>
      {items.length === 0 ? (
        <p className="flex items-center gap-2.5 border-t border-line px-4 py-3.5 text-sm text-muted">
          <CircleCheck aria-hidden className="size-4.5 shrink-0 text-success" />
          Nada espera por você
        </p>
      ) : (
        <ul aria-labelledby="attention" className="divide-y divide-line border-t border-line">
          {shown.map((item, at) => (
            <Row
              key={item.id}
              item={item}
              isFirst={at === 0}
              open={item.kind === 'mail' ? { isOpen: isMailOpen, toggle: () => setMailOpen(!isMailOpen) } : null}
            />
          ))}
        </ul>
      )}
      {(hidden.length > 0 || isWhole) && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="flex min-h-11 w-full items-center gap-2 rounded-b-card border-t border-line px-4 text-left text-sm text-link hover:bg-raised"
        >
          <span className="min-w-0 py-2.5 leading-5 sm:truncate">{isWhole ? 'Mostrar menos' : moreText(hidden)}</span>
          <ChevronDown aria-hidden className={`size-4 shrink-0 ${isWhole ? 'rotate-180' : ''}`} />
        </button>
      )}
      {isMailOpen && (
        <div id={MAIL_PLACE} className="px-4 pb-4 empty:hidden">
          <FailedMail />
        </div>
      )}
    </section>
  );
}

type RowProps = { item: AttentionItem; isFirst: boolean; open: { isOpen: boolean; toggle: () => void } | null };

function Row({ item: { id, kind, tone, title, detail, href, action }, isFirst, open }: RowProps) {
  const Icon = ICONS[kind];
  const look = `${buttonClass(isFirst ? 'primary' : 'secondary', 'small')} @max-2xl:hidden`;
  return (
    <li className="relative flex items-center gap-3 px-4 py-2.5 hover:bg-raised">
      <span aria-hidden="true" className={`grid size-9 shrink-0 place-items-center rounded-field ${TILES[tone]}`}>
        <Icon className="size-4.5" />
      </span>
      <div className="min-w-0 flex-1">
        <p id={`${id}-title`} className="text-sm leading-5 font-medium wrap-anywhere">
          {noWrap(title)}
        </p>
        <p className="text-table leading-5 text-muted wrap-anywhere">{noWrap(detail)}</p>
      </div>
      {open ? (
        <button
          type="button"
          aria-expanded={open.isOpen}
          aria-controls={open.isOpen ? MAIL_PLACE : undefined}
          onClick={open.toggle}
          className={WHOLE_ROW}
        >
          <span className={look}>{open.isOpen ? 'Fechar' : action}</span>
          <ChevronDown aria-hidden className={`size-4 text-muted @2xl:hidden ${open.isOpen ? 'rotate-180' : ''}`} />
          <span className="sr-only @2xl:hidden">{action}</span>
        </button>
      ) : (
        <a href={href} aria-describedby={`${id}-title`} className={WHOLE_ROW}>
          <span className={look}>{action}</span>
          <ChevronRight aria-hidden className="size-4 text-muted @2xl:hidden" />
          <span className="sr-only @2xl:hidden">{action}</span>
        </a>
      )}
    </li>
  );
}

/** Writes `e-mails que não saíram, backup antigo`. */
function moreText(hidden: readonly AttentionItem[]): string {
  const count = hidden.reduce((sum, item) => sum + item.count, 0);
  const names = [...new Set(hidden.map(({ kind }) => KIND_NAMES[kind]))];
  return `Mostrar mais ${count}: ${names.join(', ')}`;
}

const SHOWN_AT_FIRST = 5;
const MAIL = 'emails';
const MAIL_PLACE = 'failed-mail-place';
const WHOLE_ROW =
  'shrink-0 rounded-field outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus';

const TILES = {
  danger: 'bg-danger/12 text-danger',
  warning: 'bg-warning/16 text-warning',
} satisfies Record<AttentionItem['tone'], string>;

const ICONS: Record<AttentionKind, LucideIcon> = {
  failover: DatabaseBackup,
  keys_waiting: KeyRound,
  review: CircleDollarSign,
  withdrawal: Undo2,
  invoice: FileText,
  keys_low: TrendingDown,
  product_review: Star,
  partner_application: Handshake,
  trail: FileWarning,
  kit_hidden: PackageX,
  damaged_file: FileWarning,
  bank: Landmark,
  certificate: Globe,
  bank_differences: Landmark,
  hook: Webhook,
  mail_quota: MailWarning,
  mail: MailWarning,
  health: HeartPulse,
  backup: DatabaseBackup,
};

const KIND_NAMES: Record<AttentionKind, string> = {
  failover: 'a troca do banco de dados',
  keys_waiting: 'compradores sem chave',
  review: 'vendas em análise',
  withdrawal: 'desistências',
  invoice: 'notas fiscais',
  keys_low: 'chaves que acabam',
  product_review: 'avaliações que esperam',
  partner_application: 'pedidos de parceria',
  trail: 'a trilha de auditoria',
  kit_hidden: 'kits fora da loja',
  damaged_file: 'arquivos danificados',
  bank: 'o banco que a loja não lê',
  certificate: 'o certificado do endereço',
  bank_differences: 'diferenças com o banco',
  hook: 'webhooks que falham',
  mail_quota: 'contas de e-mail no limite',
  mail: 'e-mails que não saíram',
  health: 'saúde da loja',
  backup: 'backup antigo',
};
