/** Each kind of mail: the outbox takes these alone, and the owner's screens call them so. */
export const MAIL_KINDS = {
  receipt: {
    label: 'Recibo',
    timeline: { mailed: 'Recibo enviado por e-mail', requeued: 'Reenvio do recibo pedido' },
  },
  key: {
    label: 'Chave',
    timeline: { mailed: 'Chave enviada por e-mail', requeued: 'Reenvio da chave pedido' },
  },
  resend: {
    label: 'Recibo reenviado',
    timeline: { mailed: 'Recibo reenviado por e-mail', requeued: 'Reenvio do recibo pedido' },
  },
  withdrawal_received: {
    label: 'Desistência recebida',
    timeline: {
      mailed: 'Protocolo da desistência enviado por e-mail',
      requeued: 'Reenvio do protocolo da desistência pedido',
    },
  },
  withdrawal_refused: {
    label: 'Desistência recusada',
    timeline: {
      mailed: 'Resposta à desistência enviada por e-mail',
      requeued: 'Reenvio da resposta à desistência pedido',
    },
  },
  refunded: {
    label: 'Devolução',
    timeline: { mailed: 'Devolução avisada por e-mail', requeued: 'Reenvio do aviso da devolução pedido' },
  },
  invoice: {
    label: 'Nota fiscal',
    timeline: { mailed: 'Nota fiscal enviada por e-mail', requeued: 'Reenvio da nota fiscal pedido' },
  },
  sign_in: { label: 'Link de entrada', timeline: null, addressee: 'Endereço sem compras' },
  new_email: { label: 'Confirmação de novo e-mail', timeline: null },
  email_news: { label: 'Aviso de troca de e-mail', timeline: null },
  admin_email: { label: 'Novo e-mail de administrador', timeline: null, addressee: 'Administração' },
  admin_email_news: { label: 'Aviso de troca de administrador', timeline: null, addressee: 'Administração' },
  invitation: { label: 'Convite para a equipe', timeline: null, addressee: 'Quem foi convidado' },
  account_alert: { label: 'Aviso de entrada', timeline: null, addressee: 'Administração' },
  new_password: { label: 'Link de senha nova', timeline: null, addressee: 'Administração' },
  release: { label: 'Aviso de versão', timeline: null, isNotice: true },
  low_keys: { label: 'Poucas chaves', timeline: null, addressee: 'Administração' },
  incident: { label: 'Alerta da loja', timeline: null, addressee: 'Administração' },
  hook_disabled: { label: 'Webhook desligado', timeline: null, addressee: 'Administração' },
  weekly_summary: { label: 'Resumo da semana', timeline: null, addressee: 'Administração' },
  stock_notice: { label: 'Aviso de volta', timeline: null, addressee: 'Quem pediu o aviso', isNotice: true },
  trial_link: { label: 'Link de teste', timeline: null, addressee: 'Quem testa' },
  trial_key: { label: 'Chave de teste', timeline: null, addressee: 'Quem testa' },
  trial_ending: { label: 'Teste termina', timeline: null, addressee: 'Quem testa', isNotice: true },
  trial_ended: { label: 'Teste terminou', timeline: null, addressee: 'Quem testa', isNotice: true },
  partner_link: { label: 'Entrada de parceiro', timeline: null, addressee: 'Parceiro' },
  partner_key: { label: 'Confirmação de chave Pix', timeline: null, addressee: 'Parceiro' },
  partner_key_wanted: { label: 'Pedido de chave Pix', timeline: null, addressee: 'Parceiro' },
  partner_accepted: { label: 'Parceria aceita', timeline: null, addressee: 'Parceiro' },
  partner_refused: { label: 'Parceria recusada', timeline: null, addressee: 'Quem pediu a parceria' },
  review: { label: 'Pedido de avaliação', timeline: null, isNotice: true },
  import_notice: { label: 'Aviso de mudança', timeline: null, isNotice: true },
  renewal: { label: 'Fim das atualizações', timeline: null, isNotice: true },
  reminder: {
    label: 'Lembrete de Pix',
    timeline: { mailed: 'Lembrete enviado por e-mail', requeued: 'Reenvio do lembrete do Pix pedido' },
  },
} as const satisfies Record<string, MailKindFacts>;

type MailKindFacts = {
  label: string;
  /** These are its words on the sale that it is about; null where it is about no single one. */
  timeline: { mailed: string; requeued: string } | null;
  /** It is needed where a mail names neither a purchase nor a customer. */
  addressee?: string;
  /** Waits until no other mail is due, and for its part of the account's quota. */
  isNotice?: true;
};

export type MailKind = keyof typeof MAIL_KINDS;

export type SaleMailKind = {
  [Kind in MailKind]: (typeof MAIL_KINDS)[Kind]['timeline'] extends null ? never : Kind;
}[MailKind];

export function factsOf(kind: MailKind): MailKindFacts {
  return MAIL_KINDS[kind];
}

export function isMailKind(kind: string | null): kind is MailKind {
  return kind !== null && Object.hasOwn(MAIL_KINDS, kind);
}
