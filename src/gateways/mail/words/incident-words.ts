import type { IncidentMail } from '#src/domain/mail/content.ts';
import { greetingFor, letter, oneLine, type Shopfront, type Words } from '../mail-parts.ts';

const BUTTONS: Record<IncidentMail['about']['subject'], string> = {
  bank: 'Ver o banco',
  disk: 'Ver a saúde da loja',
  backup: 'Ver a saúde da loja',
  certificate: 'Ver o endereço',
};

type Telling = { subject: string; text: string; next: string };

export function incidentWords(mail: IncidentMail, { storeName }: Shopfront): Words {
  const { to, endedAt, healthUrl, about } = mail;
  const { subject, text, next } = endedAt === null ? telling(mail) : tellingOfEnd(mail, endedAt);
  return letter({
    subject,
    preview: next,
    text: [`${greetingFor(to.name)} ${text}`, next],
    blocks: [{ part: 'button', label: BUTTONS[about.subject], url: healthUrl }],
    footer:
      endedAt === null
        ? `Enviado uma vez a quem administra a ${storeName}, no máximo uma vez por dia sobre o mesmo assunto. Quando passar, você recebe outro.`
        : `Enviado uma vez a quem administra a ${storeName}, quando o alerta passou.`,
  });
}

function telling({ beganAt, about }: IncidentMail): Telling {
  switch (about.subject) {
    case 'bank':
      return {
        subject: 'O banco não está atendendo a loja',
        text: `Desde ${beganAt}, ${oneLine(about.bankName)} recusa ou não responde ao que a loja pede. Enquanto isso, quem compra pode ficar sem o Pix, e quem já pagou só recebe quando o banco responder.`,
        next: 'A loja continua tentando sozinha, e nada se perde. Se durar, veja se o banco informa uma parada e, em Configurações, se o acesso e o certificado ainda valem.',
      };
    case 'disk':
      return {
        subject:
          about.freePercent === null
            ? 'O disco da loja está quase cheio'
            : `O disco da loja está quase cheio: ${about.freePercent} % livres`,
        text: `A loja percebeu em ${beganAt}. Sem espaço ela não anota vendas e não guarda arquivos.`,
        next: 'Mude backups antigos para fora deste disco, ou aumente-o.',
      };
    case 'certificate':
      return {
        subject: `O certificado de ${oneLine(about.domain)} ${about.endsAt ? `acaba em ${about.endsAt}` : 'acabou'}`,
        text: `A loja percebeu em ${beganAt} que ele não foi renovado. Sem ele os navegadores não abrem a loja.`,
        next: `${about.problem ? `${oneLine(about.problem)} ` : ''}A loja continua tentando sozinha; em Configurações, Endereço, veja o que falta e peça de novo.`,
      };
    case 'backup':
      return about.hasFailed
        ? {
            subject: 'O backup da loja falhou',
            text: `A loja percebeu em ${beganAt}. ${lastBackup(about.madeAt)}`,
            next: 'Em Configurações, Backup, veja o que o impede e faça um agora. Quando um ficar pronto, você recebe outro e-mail.',
          }
        : {
            subject: 'A loja está sem backup recente',
            text: `${lastBackup(about.madeAt)} Se o disco se perder, ${about.madeAt ? 'as vendas feitas depois dele vão junto' : 'as vendas vão junto'}.`,
            next: 'Em Configurações, Backup, faça um agora e deixe ligado o de cada noite.',
          };
  }
}

function lastBackup(madeAt: string | null): string {
  return madeAt ? `O último que ficou pronto é de ${madeAt}.` : 'Nenhum ficou pronto até hoje.';
}

function tellingOfEnd({ beganAt, about }: IncidentMail, endedAt: string): Telling {
  switch (about.subject) {
    case 'bank':
      return {
        subject: 'O banco voltou a atender a loja',
        text: `${oneLine(about.bankName)} ficou fora de ${beganAt} a ${endedAt}.`,
        next: 'A loja confere sozinha os pagamentos feitos nesse tempo, e entrega o que foi pago.',
      };
    case 'disk':
      return {
        subject: 'O disco da loja tem espaço de novo',
        text: `Ele esteve quase cheio de ${beganAt} a ${endedAt}.`,
        next:
          about.freePercent === null
            ? 'Você não precisa fazer mais nada.'
            : `Ele tem ${about.freePercent} % livres. Você não precisa fazer mais nada.`,
      };
    case 'certificate':
      return {
        subject: 'O certificado da loja foi renovado',
        text: `O alerta durou de ${beganAt} a ${endedAt}.`,
        next: about.endsAt
          ? `O de ${oneLine(about.domain)} vale até ${about.endsAt}. Você não precisa fazer mais nada.`
          : 'Você não precisa fazer mais nada.',
      };
    case 'backup':
      return {
        subject: 'A loja tem um backup de novo',
        text: `O alerta durou de ${beganAt} a ${endedAt}. ${lastBackup(about.madeAt)}`,
        next: 'Guarde uma cópia fora desta máquina.',
      };
  }
}
