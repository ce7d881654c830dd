import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';

/**
 * The texts of the specification, by its chapters, as far as nothing stands in their place. Where each is shown is for the
 * tests of its screen; here none of them gets lost, those of rare failures included.
 */
const TEXTS = {
  'Screens and routes': ['404 Page Not Found', 'Did you forget to add the page to the router?', 'Carregando...'],
  'Admin sidebar': ['Visitar Loja'],
  Storefront: [
    'Em destaque',
    'Comprar agora',
    'Buscar produtos...',
    'Lançamento',
    'Preço (menor-maior)',
    'Preço (maior-menor)',
    'Nome (A-Z)',
    'Destaque',
    'Nenhum produto encontrado. Tente mudar os filtros.',
    'Carregando produtos...',
    'Por que escolher nossos plugins?',
  ],
  Login: [
    'Área Administrativa',
    'Entre com suas credenciais para acessar o painel administrativo',
    'Mostrar senha',
    'Ocultar senha',
    'Entrar',
    'Entrando...',
    'Acesso restrito a administradores do sistema.',
  ],
  Promotions: ['Nenhum cupom encontrado...', 'Ilimitado'],
  Affiliates: ['Nenhuma venda encontrada para este afiliado.'],
  'Admin activation keys screen': [
    'Gerenciar Chaves de Ativação',
    'Adicionar Chaves',
    'Carregando chaves de ativação...',
    'Nenhuma chave de ativação encontrada',
    'Produto desconhecido',
    'Utilizada',
    'Disponível',
    'Selecione um produto',
    'Adicionando...',
    'Confirmar exclusão',
    'Tem certeza que deseja excluir esta chave de ativação? Esta ação não pode ser desfeita.',
    'Excluindo...',
  ],
  'Admin products screen': [
    'Gerenciamento de Produtos',
    'Adicione, edite ou remova produtos da plataforma.',
    'Adicionar Produto',
    'Ordenar por',
    'Nenhum produto encontrado.',
    'Em revisão',
    'Ativo',
    'Adicionar Novo Produto',
    'Editar Produto',
    'Criar produto',
    'Criando...',
    'Salvar alterações',
    'Salvando...',
  ],
  'Access password gates': ['Senha incorreta', 'A senha fornecida não é válida. Tente novamente.'],
  'Entities and their fields': ['/uploads/default-product.png'],
  'States and transitions': ['Aguardando confirmação de pagamento', 'Link de Download Pendente', 'Falhou'],
  'Validation rules': [
    'Por favor, insira um endereço de email válido.',
    'A senha deve ter pelo menos 6 caracteres.',
    'Nome completo deve ter pelo menos 3 caracteres',
    'Email inválido',
    'Método de pagamento inválido',
    'Produto não selecionado',
    'Por favor, selecione um produto para associar as chaves.',
    'Nenhuma chave informada',
    'Por favor, insira pelo menos uma chave de ativação.',
    'Sem descrição',
    'Sem Imagem',
  ],
  'The calls it makes': ['Erro ao processar resposta'],
  'Error catalogue': [
    'Falha no login',
    'Erro ao fazer login',
    'Credenciais inválidas. Apenas administradores podem acessar.',
    'Login bem-sucedido',
    'Você entrou no painel administrativo.',
    'Vídeo não disponível',
    'Este produto ainda não possui vídeo de demonstração.',
    'Erro na reprodução',
    'Tente clicar no vídeo para iniciar.',
    'Erro ao carregar vídeo',
    'Tente recarregar a página ou entrar em contato com o suporte.',
    'Erro técnico',
    'Erro inesperado',
    'Ocorreu um erro ao tentar reproduzir o vídeo.',
    'Erro ao excluir chave',
    'Ocorreu um erro ao excluir a chave. Por favor, tente novamente.',
    'Chave excluída com sucesso',
    'A chave de ativação foi removida do sistema.',
    'Erro ao adicionar chaves',
    'Ocorreu um erro ao adicionar as chaves.',
    'Chaves de ativação adicionadas',
    'Erro ao excluir',
    'Não foi possível excluir o produto. Tente novamente.',
    'Produto excluído',
    'Produto criado',
    'Produto atualizado',
    'Erro no upload',
    'Não foi possível fazer o upload da imagem. Tente novamente.',
    'Vídeo enviado com sucesso',
    'Não foi possível fazer o upload do vídeo.',
    'Vídeo removido',
    'Não foi possível carregar os detalhes do produto. Tente novamente.',
    'Ocorreu um erro ao processar o formulário. Verifique os dados e tente novamente.',
    'Erro ao carregar dados do dashboard',
    'Falha ao buscar clientes',
    'Erro ao excluir cliente',
    'Cliente excluído com sucesso',
    'Erro ao carregar dados do cliente',
    'Erro ao carregar produtos',
    'Cliente excluído',
    'Cliente não encontrado',
    'Erro ao carregar cupons',
    'Erro ao carregar os cupons. Tente novamente mais tarde.',
    'Erro ao criar cupom',
    'Erro ao atualizar cupom',
    'Erro ao excluir cupom',
    'Falha ao carregar afiliados',
    'Falha ao carregar vendas',
    'Falha ao criar afiliado',
    'Falha ao atualizar afiliado',
    'Falha ao excluir afiliado',
    'Não foi possível carregar o produto...',
    'Cupom inválido',
    'Não foi possível validar o cupom. Tente novamente.',
    'Erro ao processar pagamento',
    'Tentar Novamente',
    'Erro ao verificar pagamento',
    'Pagamento pendente',
    'Compra não encontrada',
    'Pagamento ainda pendente',
    'Pagamento não confirmado',
    'Erro ao copiar',
    'Limite atingido',
    'Erro ao enviar',
  ],
};

/** All that the shop may say. A line may be broken anywhere in the source. */
let words: string;

beforeAll(async () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const texts: string[] = [];
  for await (const file of glob('src/**/*.{ts,tsx,astro}', { cwd: root })) {
    texts.push(await readFile(join(root, file), 'utf8'));
  }
  words = texts.join('\n').replace(/\s+/g, ' ');
});

test.each(Object.entries(TEXTS))('the shop knows each text of the chapter "%s"', (_chapter, texts) => {
  expect(texts.filter((text) => !words.includes(text))).toEqual([]);
});
