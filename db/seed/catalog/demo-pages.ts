import type { Host, ProductHost, ProductSystem } from '#src/wire/products/hosts.ts';
import type { ProductMedium } from '#src/wire/products/product-media.ts';

export type DemoPage = {
  tagline: string;
  /** It is Markdown. */
  body: string;
  media: ProductMedium[];
  faq: { question: string; answer: string }[];
  hosts: ProductHost[];
  systems: ProductSystem[];
  gpuNote: string;
  /** It is null for the shop's own. */
  licenseText: string | null;
};

const TESTED: Partial<Record<Host, readonly [minVersion: string, testedVersion: string]>> = {
  premiere: ['25', '26.1'],
  'after-effects': ['25', '26.0'],
  resolve: ['19', '20.2'],
  'final-cut': ['10.8', '11.1'],
  vegas: ['22', '23'],
  avid: ['2024', '2025.6'],
  capcut: ['5', '6.2'],
  photoshop: ['25', '27'],
  obs: ['31', '32'],
};

function made(...hosts: (keyof typeof TESTED)[]): ProductHost[] {
  return hosts.map((host) => {
    const [minVersion, testedVersion] = TESTED[host] ?? ['1', '1'];
    return { host, minVersion, maxVersion: null, testedVersion };
  });
}

function panels(...pictures: [name: string, caption: string, alt: string][]): ProductMedium[] {
  return pictures.map(([name, caption, alt]) => ({ address: `/demo/${name}.webp`, alt, caption, before: '' }));
}

/** `drawSide` draws them. */
function pair(name: string, alt: string): ProductMedium {
  const [before = '', address = ''] = ['antes', 'depois'].map((side) => `/demo/${name}-${side}.webp`);
  return { address, before, alt, caption: 'Antes e depois' };
}

const COMPUTERS: ProductSystem[] = ['windows', 'macos-intel', 'macos-arm'];
const EVERY_COMPUTER: ProductSystem[] = [...COMPUTERS, 'linux'];

const machines = {
  question: 'Serve para mais de um computador?',
  answer:
    'Sim, nos seus. A mesma chave ativa o plugin na ilha e no notebook, e em Minhas compras você vê cada computador e desliga o antigo quando trocar.',
};
const offline = {
  question: 'Preciso de internet para usar?',
  answer:
    'Só para ativar. Depois o plugin confere a licença de vez em quando e trabalha sem rede; para uma ilha que nunca vê a internet, há a ativação por arquivo em Minhas compras.',
};
const updates = {
  question: 'As próximas versões estão incluídas?',
  answer: 'Estão. Quando sai uma versão nova, avisamos por e-mail e o arquivo aparece em Minhas compras.',
};
const giveUp = {
  question: 'E se eu não gostar?',
  answer:
    'Você tem 7 dias para desistir, com um botão na página da compra. O dinheiro volta pelo mesmo Pix e a chave deixa de valer.',
};
const usual = [machines, offline, updates, giveUp];

const MATERIAL_TERMS = [
  'Uma compra vale para uma pessoa ou uma produtora, em quantos trabalhos quiser, pagos ou não.',
  'Você pode exibir e entregar vídeos feitos com este material em qualquer lugar, sem prazo e sem crédito obrigatório.',
  'Não pode revender, emprestar ou publicar os arquivos em si, nem incluí-los em outro pacote, preset ou banco de materiais.',
  'Se mais de cinco pessoas vão usar na mesma produtora, fale com a gente antes.',
].join('\n\n');

const ordinary = { systems: COMPUTERS, gpuNote: '', licenseText: null } satisfies Partial<DemoPage>;

const TOLD: Record<string, Omit<DemoPage, keyof typeof ordinary> & Partial<DemoPage>> = {
  'grade-cinema': {
    tagline: 'Escopos em tempo real e 60 looks prontos, direto na sua linha do tempo.',
    body: [
      'Você vê o que a cor está fazendo enquanto corta, sem sair do editor. Escolha um look, ajuste nas rodas, confira nos escopos: vale para a sequência inteira ou só para um plano.',
      '![Nove looks lado a lado](/demo/grade-cinema-looks.webp)',
      '### 60 looks que começam prontos',
      'Feitos para pele brasileira, sol forte e luz de poste. Cada look abre em camadas: dá para tirar o contraste de um e ficar só com a cor do outro.',
      '![Quatro rodas de cor ao lado do vetorscópio](/demo/grade-cinema-rodas.webp)',
      '### Rodas e escopos lado a lado',
      'Sombras, meios-tons, altas luzes e geral na mesma tela que o vetorscópio, a parada RGB e o histograma. Os escopos leem o quadro que você vê, com a linha de pele marcada.',
      '### Como funciona',
      '1. Arraste o Grade Cinema para uma camada de ajuste ou para o plano.\n2. Passe o mouse pelos looks: o quadro mostra cada um antes do clique.\n3. Acerte nas rodas e salve como um look seu, que aparece em todos os projetos.',
    ].join('\n\n'),
    media: [
      pair('grade-cinema', 'Vale ao pôr do sol, sem correção e com o look Petróleo'),
      ...panels(
        ['grade-cinema-looks', 'Looks', 'Nove looks do Grade Cinema lado a lado, com o look Petróleo escolhido'],
        ['grade-cinema-rodas', 'Rodas', 'Quadro de um pôr do sol, vetorscópio e quatro rodas de cor'],
        ['grade-cinema-escopos', 'Escopos', 'Parada RGB, vetorscópio e histograma do mesmo quadro'],
      ),
    ],
    hosts: made('premiere', 'after-effects', 'resolve'),
    gpuNote: 'Usa Metal no macOS e CUDA ou OpenCL no Windows.',
    faq: [
      {
        question: 'Funciona com material em log?',
        answer:
          'Sim. Há entradas prontas para S-Log3, C-Log3, V-Log e Rec.709; para outra câmera, aplique antes a LUT do fabricante e deixe a entrada em Rec.709.',
      },
      ...usual,
    ],
  },
  'onda-audio': {
    tagline: 'Voz limpa, batidas marcadas e formas de onda que seguem o corte.',
    body: [
      'O som costuma ficar para o fim, com o prazo estourado. O Onda Áudio põe a limpeza da voz e o ritmo da trilha na mesma janela em que você já está cortando.',
      '### Limpeza da voz',
      'Tire o ruído de fundo, o eco da sala, o chiado e a sibilância com quatro controles. A onda de cima é o que foi gravado, a de baixo é o que sai: dá para ver e ouvir a diferença antes de aplicar.',
      '### Batidas na linha do tempo',
      'O plugin encontra as batidas da trilha e põe um marcador em cada uma. Corte em cima delas, ou deixe que ele sugira os cortes.',
      '### Formas que respondem ao som',
      'Barras, linhas e círculos animados que leem o áudio da própria sequência, para abertura de podcast, videoclipe e legenda.',
    ].join('\n\n'),
    media: panels(
      [
        'onda-audio-voz',
        'Voz',
        'Onda da voz gravada e da voz limpa, com os controles de ruído, eco, chiado e sibilância',
      ],
      ['onda-audio-batidas', 'Batidas', 'Onda de uma trilha com as batidas marcadas sobre três pistas de cortes'],
    ),
    hosts: made('premiere', 'after-effects', 'resolve', 'final-cut'),
    faq: [
      {
        question: 'Ele altera o arquivo de áudio original?',
        answer: 'Não. A limpeza é um efeito sobre o clipe: desligue e o som gravado está lá, como veio do microfone.',
      },
      ...usual,
    ],
  },
  'curva-motion': {
    tagline: 'Curvas de movimento que respeitam o seu ritmo, em todas as camadas de uma vez.',
    body: [
      'Animar bem é acertar a curva. Aqui ela fica grande, na sua frente, e o que você desenha vale para quantas camadas escolher.',
      '### Um editor de curvas de verdade',
      'Puxe as alças em cima do vídeo e veja o movimento repetir enquanto ajusta. Entrada, saída, duração e atraso por camada em quadros, não em porcentagens misteriosas.',
      '### Presets que você entende',
      'Suave, Impacto, Chegada, Partida, Elástico e Recuo, mais os que você salvar. Cada preset é uma curva que se abre e se muda.',
      '### Copie o ritmo',
      'Gostou de uma animação? Copie só o tempo dela e aplique em outra composição, com outros objetos.',
    ].join('\n\n'),
    media: panels(
      ['curva-motion-editor', 'Editor', 'Editor com uma curva de animação, suas duas alças e os controles de ritmo'],
      ['curva-motion-presets', 'Presets', 'Seis curvas prontas lado a lado, com a curva Impacto escolhida'],
    ),
    hosts: made('after-effects', 'premiere'),
    faq: usual,
  },
  'recorte-ia': {
    tagline: 'Recorte pessoas e objetos quadro a quadro, sem rotoscopia e sem tela verde.',
    body: [
      'Clique na pessoa, e a máscara anda com ela. O Recorte IA roda na sua placa de vídeo: nada do seu material sai do computador.',
      '### Máscara em um clique',
      'Aponte o que fica. O plugin encontra a borda, separa o cabelo do fundo e mostra o contorno por cima da imagem, para você corrigir onde precisar.',
      '### Rastreio de vários objetos',
      'Duas pessoas, uma bicicleta e o fundo, cada um com a sua máscara e o número de quadros já rastreados. Quem sai do quadro e volta continua sendo a mesma pessoa.',
      '### Borda de gente grande',
      'Suavize, expanda, recupere o cabelo fino e tire a luz do fundo antigo que sobrou na borda.',
    ].join('\n\n'),
    media: [
      pair('recorte-ia', 'Pessoa sobre o cenário e recortada, com o fundo transparente'),
      ...panels(
        ['recorte-ia-mascara', 'Máscara', 'Silhueta de uma pessoa com o contorno da máscara e os controles de borda'],
        ['recorte-ia-rastreio', 'Rastreio', 'Lista de objetos rastreados ao lado do quadro com a pessoa recortada'],
      ),
    ],
    hosts: made('premiere', 'after-effects', 'resolve'),
    systems: ['windows', 'macos-arm'],
    gpuNote: 'O modelo roda inteiro na placa de vídeo do seu computador.',
    faq: [
      {
        question: 'Meu material vai para a nuvem?',
        answer: 'Não. O modelo vem com o instalador e trabalha na sua placa de vídeo, mesmo sem internet.',
      },
      {
        question: 'Por que não roda em Mac com processador Intel?',
        answer:
          'Porque depende do processador neural dos chips da Apple. Em um Mac Intel seria lento demais para ser útil.',
      },
      ...usual,
    ],
  },
  'legenda-ja': {
    tagline: 'Legendas animadas em português, palavra por palavra.',
    body: [
      'Transcreve, separa em linhas que cabem na tela e anima cada palavra na hora em que é dita. Você corrige no texto, e a legenda acompanha.',
      '### Do áudio ao texto',
      'Transcrição em português do Brasil, com pontuação e tempo por palavra. Nomes e marcas que você corrige uma vez ficam no seu dicionário.',
      '### Estilos que você salva',
      'Destaque, Karaokê, Bloco, Cinema, Podcast e Vertical para começar; fonte, cor, sombra e animação para deixar com a cara do canal.',
      '### Sai como você precisa',
      'Legenda editável na sequência, ou arquivo SRT para enviar junto. As duas coisas do mesmo texto.',
    ].join('\n\n'),
    media: panels(
      [
        'legenda-ja-transcricao',
        'Transcrição',
        'Legenda em destaque sobre o vídeo e a transcrição com o tempo de cada linha',
      ],
      ['legenda-ja-estilos', 'Estilos', 'Seis estilos de legenda lado a lado, com o estilo Destaque escolhido'],
    ),
    hosts: made('premiere', 'resolve', 'final-cut', 'capcut'),
    faq: [
      {
        question: 'Quanto tempo leva a transcrição?',
        answer:
          'Depende do computador. Ela roda na sua máquina, em segundo plano, e você corrige as primeiras linhas enquanto as outras chegam.',
      },
      ...usual,
    ],
  },
  'grao-16': {
    tagline: 'Textura de película 16 mm em 4K, para soltar por cima da imagem.',
    body: [
      'Grão, halação e poeira com cara de filme, em clipes prontos para o modo de mesclagem Sobrepor. Não é plugin: é material, e por isso funciona em qualquer editor.',
      '### Seis películas',
      'Fino 50D, Médio 250D, Noite 500T, Preto e branco, Vencido e Cópia gasta. Cada uma em 4K, com dois minutos que se repetem sem emenda.',
      '### Na medida',
      'Grão, halação, poeira e tremor do quadro em camadas separadas: use uma, duas ou todas, na opacidade que o plano pede.',
    ].join('\n\n'),
    media: panels(
      ['grao-16-textura', 'Textura', 'Paisagem com grão de película e os controles de grão, halação, poeira e tremor'],
      ['grao-16-biblioteca', 'Seis películas', 'Seis películas lado a lado, com a Noite 500T escolhida'],
    ),
    hosts: made('premiere', 'after-effects', 'resolve', 'final-cut', 'vegas', 'avid', 'capcut'),
    systems: EVERY_COMPUTER,
    faq: [
      {
        question: 'Precisa de chave?',
        answer: 'Não. São arquivos de vídeo: baixe, descompacte e arraste para a linha do tempo.',
      },
      {
        question: 'Posso usar em trabalho pago?',
        answer: 'Pode, em quantos quiser e sem crédito. Só não pode revender nem distribuir os arquivos em si.',
      },
      updates,
      giveUp,
    ],
    licenseText: MATERIAL_TERMS,
  },
  transita: {
    tagline: '120 transições que não parecem transições.',
    body: [
      'Arraste para o corte, escolha a direção e pronto. As transições leem o movimento dos dois planos e escondem a emenda nele.',
      '### Uma biblioteca que se deixa olhar',
      'Deslize, Giro, Zoom, Chicote, Luz e Dobra, com vinte variações cada. A miniatura toca com os seus dois planos, não com um exemplo.',
      '### Ajuste sem sair do corte',
      'Velocidade, direção, borrão e duração em quadros. Mude uma e repita em todas as emendas da sequência.',
    ].join('\n\n'),
    media: panels(
      ['transita-biblioteca', 'Biblioteca', 'Seis transições entre dois planos, com a transição Chicote escolhida'],
      ['transita-ajuste', 'Ajuste', 'Ajuste da transição Chicote: velocidade, direção, borrão e duração'],
    ),
    hosts: made('premiere', 'resolve', 'vegas'),
    gpuNote: 'Qualquer placa de vídeo dos últimos seis anos, com 2 GB.',
    faq: usual,
  },
  lote: {
    tagline: 'Horizontal, vertical e quadrado de uma vez só, com o assunto sempre no quadro.',
    body: [
      'Um corte, três formatos, uma fila. O Lote acompanha quem fala, reenquadra sozinho e exporta tudo enquanto você começa o próximo vídeo.',
      '### O assunto não sai do quadro',
      'O plugin encontra o rosto ou o objeto principal de cada plano e move o enquadramento com suavidade. Onde você discordar, arraste: ele aprende para o resto do plano.',
      '### Fila de exportação',
      'Cada formato com o seu tamanho, o seu nome de arquivo e a sua pasta. Se um falhar, os outros continuam.',
    ].join('\n\n'),
    media: panels(
      ['lote-formatos', 'Formatos', 'O mesmo plano em horizontal, vertical e quadrado, com a pessoa no centro'],
      ['lote-fila', 'Fila', 'Fila de exportação com cinco versões, duas prontas e uma em andamento'],
    ),
    hosts: made('premiere', 'after-effects'),
    faq: usual,
  },
  'luz-do-sertao': {
    tagline: '48 LUTs feitas a partir da luz do interior do Brasil.',
    body: [
      'Meio-dia seco, fim de tarde dourado, noite de lua. Fotografamos a mesma paisagem em seis estações e tiramos dali as cores, sem perder a pele de quem está no quadro.',
      '### 48 LUTs, seis famílias',
      'Meio-dia, Poeira, Fim de tarde, Barro, Serra e Lua, cada uma com oito intensidades. Cada LUT vem para Rec.709, S-Log3, C-Log3 e V-Log.',
      '### Compare antes de escolher',
      'O pacote traz uma folha com as 48 lado a lado e um projeto de exemplo para cada editor.',
    ].join('\n\n'),
    media: [
      pair('luz-do-sertao', 'Serra ao fim da tarde, como a câmera gravou e com a LUT Fim de tarde'),
      ...panels(
        ['luz-do-sertao-comparar', 'Comparar', 'A mesma paisagem antes e depois da LUT Fim de tarde'],
        ['luz-do-sertao-biblioteca', 'Biblioteca', 'Nove LUTs aplicadas à mesma paisagem, com Fim de tarde escolhida'],
      ),
    ],
    hosts: made('premiere', 'after-effects', 'resolve', 'final-cut', 'vegas', 'avid', 'photoshop', 'obs'),
    systems: EVERY_COMPUTER,
    faq: [
      {
        question: 'Posso carregar na câmera ou no monitor?',
        answer: 'Pode. Os arquivos .cube de 33 pontos abrem na maioria dos monitores e câmeras que aceitam LUT.',
      },
      {
        question: 'Posso usar em trabalho pago?',
        answer: 'Pode, em quantos quiser e sem crédito. Só não pode revender nem distribuir as LUTs em si.',
      },
      updates,
      giveUp,
    ],
    licenseText: MATERIAL_TERMS,
  },
  'mapa-vivo': {
    tagline: 'Rotas e mapas animados, com relevo e nomes em português.',
    body: [
      'Escolha as cidades e o trajeto se desenha sozinho, com o relevo de verdade embaixo. Para documentário, viagem e reportagem.',
      '### A rota em paradas',
      'Digite os lugares, arraste a ordem e diga em que segundo a linha chega a cada um. A câmera acompanha, aproxima e afasta.',
      '### Seis estilos',
      'Relevo, Noite, Papel, Barro, Mar e Contorno. Cores, fontes e espessura da linha são suas; o relevo é o do lugar.',
      '### Nomes certos',
      'Todos os municípios do Brasil, com acento, e os países em português.',
    ].join('\n\n'),
    media: panels(
      ['mapa-vivo-rota', 'Rota', 'Rota de Recife a Petrolina sobre o relevo, com as paradas e os tempos'],
      ['mapa-vivo-estilo', 'Seis estilos', 'O mesmo mapa em seis estilos, com o estilo Relevo escolhido'],
    ),
    hosts: made('after-effects', 'premiere'),
    faq: [
      {
        question: 'Os mapas têm direitos de uso?',
        answer:
          'Sim, para qualquer vídeo seu, também os pagos. O plugin escreve o crédito das fontes do mapa quando a licença delas pede.',
      },
      ...usual,
    ],
  },
  'letra-viva': {
    tagline: 'Títulos que se movem letra por letra, sem desmanchar o espaçamento.',
    body: [
      'Escreva o título, escolha a animação, mude o texto depois: tudo continua no lugar. 80 animações editáveis, feitas para acentos e cedilha.',
      '### 80 animações, seis famílias',
      'Onda, Mola, Máquina, Queda, Dobra e Brilho. Cada uma funciona com uma palavra ou com um parágrafo.',
      '### Letra a letra',
      'Atraso, elasticidade, inclinação e espaçamento por letra, por palavra ou por linha. O espaçamento ótico da fonte é respeitado em cada quadro.',
    ].join('\n\n'),
    media: panels(
      ['letra-viva-letras', 'Letra a letra', 'Um título animado letra a letra e os controles da animação Mola'],
      ['letra-viva-animacoes', 'Animações', 'Seis famílias de animação de título, com a Mola escolhida'],
    ),
    hosts: made('after-effects', 'premiere'),
    faq: [
      {
        question: 'Funciona com as minhas fontes?',
        answer: 'Com todas as instaladas no computador, também as variáveis. Nenhuma fonte vem junto, nem precisa.',
      },
      ...usual,
    ],
  },
  faisca: {
    tagline: 'Brasas, neve, pó e confete com vento, gravidade e colisão.',
    body: [
      'Partículas calculadas na placa de vídeo: você muda o vento e vê na hora, sem esperar a prévia.',
      '### Física que se entende',
      'Quantidade, vento, gravidade e colisão em quatro controles. As partículas batem no chão, nas máscaras e no texto da composição.',
      '### Biblioteca para começar',
      'Brasas, Neve, Pó, Confete, Chuva e Vaga-lumes prontos, cada um com três distâncias da câmera.',
    ].join('\n\n'),
    media: panels(
      [
        'faisca-particulas',
        'Partículas',
        'Brasas que sobem no escuro e os controles de quantidade, vento, gravidade e colisão',
      ],
      ['faisca-biblioteca', 'Biblioteca', 'Seis tipos de partículas, com as brasas escolhidas'],
    ),
    hosts: made('after-effects', 'resolve'),
    gpuNote: 'Calcula em Metal, CUDA ou OpenCL.',
    faq: usual,
  },
  'pele-natural': {
    tagline: 'Tons de pele de todas as cores, guiados pelo vetorscópio.',
    body: 'Equilibra a pele sem passar massa: a textura fica, a mancha sai.\n\n### Guiado pela linha de pele\n\nO vetorscópio mostra onde a pele está e para onde vai. Funciona do tom mais claro ao mais escuro, com várias pessoas no quadro.',
    media: [],
    hosts: made('premiere', 'after-effects', 'resolve'),
    gpuNote: 'Calcula em Metal, CUDA ou OpenCL.',
    faq: usual,
  },
  'rolo-de-creditos': {
    tagline: 'Créditos finais a partir de uma planilha, sem tremor.',
    body: 'Cole a planilha da produção e o rolo se monta em duas colunas.\n\n### Sem tremor\n\nA velocidade é ajustada para um número inteiro de linhas por quadro, e o texto sobe liso em qualquer taxa.',
    media: [],
    hosts: made('premiere', 'after-effects'),
    faq: usual,
  },
};

export const demoPages: Readonly<Record<string, DemoPage>> = Object.fromEntries(
  Object.entries(TOLD).map(([id, told]) => [id, { ...ordinary, ...told }]),
);
