export const INSTALLATION_TEXTS = {
  closed: 'Esta loja está sendo preparada.',
  accountMade:
    'Outra pessoa já criou a conta desta loja. Se a conta é sua, entre com ela; se não, fale com quem a criou.',
  finished: 'Outra pessoa já abriu a loja.',
  oldLink: 'Este link não vale mais. Use o mais novo que a loja mostrou ao iniciar, ou inicie a loja de novo.',
} as const;
