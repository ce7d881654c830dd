import { MINIMUM_CHARGE } from '../basics/money.ts';

type AuditRow = {
  entity: string;
  text: string;
  /** The words say all, and no subject follows them. */
  isWhole: boolean;
};

/** Each deed that the trail keeps. Those that nothing records any more stay, since old entries have them. */
export const AUDIT_ACTIONS = {
  ...about('product', {
    'product.create': 'Criou o produto',
    'product.update': 'Alterou o produto',
    'product.duplicate': 'Duplicou um produto:',
    'product.delete': 'Excluiu o produto',
    'product.withdraw': 'Retirou de venda o produto',
    'product.send_to_review': `Tirou de venda, por custar menos de ${MINIMUM_CHARGE}, o produto`,
    'product.drop_original_price': 'Apagou o preço original, que não era maior que o preço, do produto',
    'product.create_release': 'Criou uma versão de',
    'product.update_release': 'Alterou uma versão de',
    'product.delete_release': 'Excluiu o rascunho de uma versão de',
    'product.publish_release': 'Publicou uma versão de',
    'product.withdraw_release': 'Retirou uma versão de',
    'product.upload_release_file': 'Enviou um arquivo de uma versão de',
    'product.publish_release_file': 'Publicou um arquivo que faltava em uma versão de',
    'product.update_release_file': 'Alterou o sistema ou o rótulo de um arquivo de',
    'product.delete_release_file': 'Excluiu um arquivo de uma versão de',
    'product.hide_release_file': 'Um arquivo está diferente do que foi enviado, e ninguém o baixa, em',
    'product.show_release_file': 'Um arquivo voltou a ser o que foi enviado em',
    'product.stop_announcement': 'Parou o aviso de uma versão de',
    'product.test_announcement': 'Enviou a si mesmo um teste do aviso de uma versão de',
    'product.show_review': 'Mostrou na página uma avaliação de',
    'product.hide_review': 'Ocultou uma avaliação de',
    'product.answer_review': 'Respondeu a uma avaliação de',
    'product.remove_review_answer': 'Tirou a resposta a uma avaliação de',
    'key.import': 'Adicionou chaves de ativação para',
    'product.export': 'Exportou produtos',
  }),
  ...about('category', {
    'product.create_category': 'Criou a categoria',
    'product.rename_category': 'Mudou a categoria',
    'product.order_categories': 'Mudou a ordem das categorias',
  }),
  ...whole('category', {
    'product.remove_category': 'Excluiu uma categoria',
  }),
  ...about('upload', {
    'upload.create': 'Enviou um arquivo',
  }),
  ...about('activation_key', {
    'key.delete': 'Excluiu uma chave de ativação',
    'key.revoke': 'Revogou a chave de ativação',
    'key.export': 'Exportou as chaves de ativação',
    'key.limit': 'Mudou o limite de computadores da chave',
    'key.release': 'Liberou computadores da chave',
  }),
  ...whole('signing_key', {
    'key.prepare_signing': 'Criou a próxima chave que assina licenças',
    'key.retire_signing': 'Aposentou a chave que assinava licenças',
  }),
  ...about('customer', {
    'customer.delete': 'Removeu os dados pessoais de um cliente',
    'customer.export': 'Exportou os dados de',
    'customer.correct_email': 'Corrigiu o e-mail de',
    'customer.merge': 'Juntou as compras de outro cliente, com o e-mail certo, às de',
    'customer.add_note': 'Escreveu uma anotação sobre',
    'customer.delete_note': 'Excluiu uma anotação sobre',
    'customer.write_again': 'Voltou a escrever ao endereço de',
    'customer.retry_mail': 'Enviou de novo o e-mail que não saiu para',
  }),
  ...about('purchase', {
    'purchase.refund': 'Reembolsou a compra de',
    'purchase.accept': 'Aceitou o valor menor da compra de',
    'purchase.mark_received': 'Marcou como recebida a compra de',
    'purchase.mark_returned': 'Marcou como devolvida por fora a compra de',
    'purchase.mark_unpaid': 'Marcou como nunca paga a compra de',
    'purchase.keep': 'Manteve a entrega depois da devolução em parte da compra de',
    'purchase.revoke_key': 'Revogou a chave da compra de',
    'purchase.approve_withdrawal': 'Aceitou a desistência da compra de',
    'purchase.refuse_withdrawal': 'Recusou a desistência da compra de',
    'purchase.verify': 'Conferiu no banco a compra de',
    'purchase.resend_email': 'Reenviou o e-mail da compra de',
    'purchase.remind': 'Pediu o lembrete do Pix da compra de',
    'purchase.retry_mail': 'Enviou de novo o e-mail que não saiu da compra de',
    'purchase.export': 'Exportou vendas',
    'purchase.update_invoice': 'Registrou o que houve com a nota fiscal da compra de',
    'purchase.retry_invoice': 'Mandou emitir de novo a nota fiscal da compra de',
    'purchase.upload_invoice': 'Enviou o PDF da nota fiscal da compra de',
    'purchase.correct_taker': 'Corrigiu o tomador da nota fiscal da compra de',
    'purchase.reveal_document': 'Viu o CPF ou CNPJ da nota fiscal da compra de',
    'purchase.open_whatsapp': 'Abriu o WhatsApp do cliente da compra de',
  }),
  ...about('coupon', {
    'coupon.export': 'Exportou cupons',
    'coupon.create': 'Criou o cupom',
    'coupon.update': 'Alterou o cupom',
    'coupon.delete': 'Excluiu o cupom',
  }),
  ...whole('offer', {
    'offer.create': 'Criou uma oferta no checkout',
    'offer.update': 'Alterou uma oferta no checkout',
    'offer.delete': 'Excluiu uma oferta no checkout',
  }),
  ...about('affiliate', {
    'affiliate.export': 'Exportou afiliados',
    'affiliate.create': 'Criou o afiliado',
    'affiliate.update': 'Alterou o afiliado',
    'affiliate.delete': 'Excluiu o afiliado',
    'affiliate.accept_application': 'Aceitou o pedido de parceria de',
    'affiliate.write_notes': 'Escreveu nas anotações do afiliado',
    'affiliate.ask_pix_key': 'Pediu a chave Pix de',
    'affiliate.close_payout': 'Fechou o pagamento de',
    'affiliate.pay_payout': 'Marcou como pago o pagamento de',
    'affiliate.cancel_payout': 'Cancelou o pagamento de',
    'affiliate.keep_invoice': 'Guardou o link da nota fiscal de',
  }),
  ...about('affiliate_sale', {
    'affiliate_sale.pay': 'Marcou como paga a comissão de',
    'affiliate_sale.pay_early': 'Marcou como paga, antes de ser liberada, a comissão de',
  }),
  ...whole('affiliate', {
    'affiliate.export_payouts': 'Exportou os pagamentos dos parceiros',
    'affiliate.refuse_application': 'Recusou um pedido de parceria',
    'affiliate.change_terms': 'Mudou os termos do programa de parceiros',
    'affiliate.add_material': 'Adicionou material para os parceiros',
    'affiliate.delete_material': 'Excluiu material dos parceiros',
  }),
  ...whole('view', {
    'view.create': 'Guardou uma visão de lista',
    'view.update': 'Mudou uma visão de lista',
    'view.delete': 'Excluiu uma visão de lista',
    'view.erase': 'Tirou uma visão de lista que citava um cliente removido',
  }),
  ...whole('user', {
    'access.make_first': 'Criou a primeira conta da loja',
    'access.sign_in': 'Entrou no painel',
    'access.change_name': 'Trocou o próprio nome',
    'access.ask_email': 'Pediu a troca do próprio e-mail',
    'access.change_email': 'Confirmou a troca do próprio e-mail',
    'access.stop_email': 'Parou a troca do próprio e-mail',
    'access.change_password': 'Trocou a própria senha',
    'access.set_password': 'Definiu uma senha nova pelo link do e-mail',
    'access.disown_entry': 'Disse que uma entrada na conta não foi sua',
    'access.add_passkey': 'Criou uma passkey',
    'access.rename_passkey': 'Trocou o nome de uma passkey',
    'access.remove_passkey': 'Tirou uma passkey',
    'access.refuse_copied_passkey': 'Usou uma passkey que parece copiada, e que deixou de valer',
    'access.add_code_app': 'Ligou o aplicativo de códigos',
    'access.remove_code_app': 'Tirou o aplicativo de códigos',
    'access.renew_recovery_codes': 'Fez novos códigos de reserva',
    'access.use_recovery_code': 'Usou um código de reserva',
    'access.end_session': 'Encerrou uma sessão da própria conta',
    'access.end_other_sessions': 'Encerrou as outras sessões da própria conta',
    'access.invite': 'Convidou uma pessoa para a equipe',
    'access.resend_invitation': 'Enviou de novo um convite da equipe',
    'access.withdraw_invitation': 'Desfez um convite da equipe',
    'access.accept_invitation': 'Aceitou o convite e entrou na equipe',
    'access.save_notifications': 'Mudou os próprios avisos',
    'access.add_device': 'Ligou os avisos em um aparelho',
    'access.remove_device': 'Tirou os avisos de um aparelho',
  }),
  ...about('user', {
    'access.change_role': 'Mudou o papel de',
    'access.remove_member': 'Tirou da equipe',
    'access.create_token': 'Criou o token da API',
    'access.revoke_token': 'Revogou o token da API',
    'access.refuse': 'Entrada recusada na conta de',
    'access.reset_password': 'Trocou a senha de',
    'access.reset_factors': 'Tirou a senha e o segundo fator de',
  }),
  ...whole('gate', {
    'access.pass_gate': 'Passou por uma senha de acesso',
    'access.change_gate_password': 'Trocou a senha das áreas de produtos e chaves',
  }),
  ...whole('backup', {
    'backup.create': 'Backup feito',
    'backup.restore': 'Backup restaurado',
    'backup.verify': 'Backup verificado',
    'backup.fail': 'Backup falhou',
    'backup.remove': 'Backup antigo removido, pela regra de guarda',
    'backup.remove_by_hand': 'Excluiu um backup',
    'backup.download': 'Baixou um backup',
    'backup.take_out': 'Levou a loja inteira em um ZIP',
    'backup.settings': 'Mudou as configurações de backup',
    'backup.told': 'Disse que um backup foi feito fora da loja',
    'backup.try_copy': 'Restaurou a cópia contínua para conferir',
    'backup.copy_fail': 'A cópia contínua não voltou inteira na conferência',
    'backup.outside_token': 'Criou a senha do script que anota backups feitos fora da loja',
  }),
  ...whole('audit', {
    'audit.begin': 'A trilha passou a ter selos: o que já estava nela foi selado como estava',
    'audit.accept': 'Aceitou a trilha como está, com o que não conferia nela',
  }),
  ...whole('failover', {
    'key.free_held': 'Disse que nada se perdeu na troca do banco de dados: as chaves voltaram à venda',
    'key.leave_held': 'Disse que algo pode ter se perdido na troca do banco de dados: as chaves ficam fora da venda',
    'key.hold_free': 'Tirou da venda as chaves livres, depois de uma troca do banco de dados',
  }),
  ...whole('hook', {
    'hook.create': 'Criou um webhook',
    'hook.update': 'Alterou um webhook',
    'hook.delete': 'Excluiu um webhook',
    'hook.rotate_secret': 'Trocou o segredo de um webhook',
    'hook.test': 'Enviou um teste a um webhook',
    'hook.resend': 'Enviou de novo entregas de um webhook',
  }),
  ...whole('settings', {
    'settings.update': 'Mudou as configurações',
    'settings.open_shop': 'Abriu a loja para quem visita',
    'settings.save_mail_server': 'Definiu a conta de e-mail da loja',
    'settings.remove_mail_server': 'Tirou a conta de e-mail da loja',
    'settings.save_invoice_issuer': 'Definiu a conta do Focus NFe',
    'settings.remove_invoice_issuer': 'Tirou a conta do Focus NFe',
    'settings.test_mail': 'Enviou a si mesmo um e-mail de teste',
    'settings.mail_test_sent': 'Viu sair o e-mail de teste',
    'settings.save_address': 'Definiu o endereço da loja',
    'settings.give_up_address': 'Desistiu do novo endereço da loja',
    'settings.remove_address': 'Tirou o domínio da loja',
    'settings.get_certificate': 'O certificado do endereço chegou',
    'settings.recovery': 'Mudou a recuperação de Pix não pago',
  }),
  ...about('import', {
    'import.check': 'Enviou um arquivo de vendas de outra plataforma',
    'import.run': 'Importou as vendas de outra plataforma',
    'import.undo': 'Desfez a importação de vendas',
  }),
  ...about('bank', {
    'bank.test_charge': 'Criou no banco a cobrança de teste',
    'bank.test_charge_paid': 'Viu paga a cobrança de teste',
    'bank.return_test_charge': 'Devolveu o valor da cobrança de teste',
  }),
  ...whole('bank', {
    'bank.choose': 'Escolheu o banco que recebe',
    'bank.change_fields': 'Trocou dados do banco que recebe',
    'bank.move_to_screen': 'Passou para a tela o banco definido no servidor',
    'bank.remove_former': 'Removeu um banco de antes',
    'bank.register_webhook': 'Registrou no banco o endereço dos avisos',
  }),
  ...about('bank_difference', {
    'bank.resolve_difference': 'Marcou como resolvida a diferença com o banco',
  }),
};

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** These subjects' ids make other words. */
export const WORDS_OF_SUBJECTS: Readonly<Record<string, string>> = {
  'customer.export list': 'Exportou a lista de clientes',
  'product.export reviews': 'Exportou avaliações',
  'purchase.export invoices': 'Exportou notas fiscais, com CPF e CNPJ',
  'purchase.retry_mail all': 'Enviou de novo todos os e-mails que não saíram',
  'access.pass_gate products': 'Passou pela senha da área de produtos',
  'access.pass_gate activation-keys': 'Passou pela senha da área de chaves',
} satisfies Partial<Record<`${AuditAction} ${string}`, string>>;

export function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(AUDIT_ACTIONS, action);
}

function about<Action extends string>(entity: string, texts: Record<Action, string>): Record<Action, AuditRow> {
  return rowsOf(entity, texts, false);
}

function whole<Action extends string>(entity: string, texts: Record<Action, string>): Record<Action, AuditRow> {
  return rowsOf(entity, texts, true);
}

function rowsOf<Action extends string>(entity: string, texts: Record<Action, string>, isWhole: boolean) {
  const rows = Object.entries<string>(texts).map(([action, text]) => [action, { entity, text, isWhole }]);
  return Object.fromEntries(rows) as Record<Action, AuditRow>;
}
