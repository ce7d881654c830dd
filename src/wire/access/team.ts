import * as z from 'zod/mini';
import { emailAddress } from '../basics/text.ts';
import { StrongPassword } from './auth.ts';
import { Attestation, ChallengeId } from './factor-forms.ts';
import { ChangeOwnName } from './own-account.ts';
import { ROLE_NAMES, type Role } from './roles.ts';

export const TEAM_PATH = '/api/admin/team';
export const INVITATIONS_PATH = `${TEAM_PATH}/invitations`;
export const ACCEPT_PATH = '/conta/convite';
export const INVITATION_HOURS = 72;
/** Those that wait for an answer. */
export const MOST_INVITATIONS = 20;

export const TEAM_TEXTS = {
  role: 'Escolha um papel.',
  unknownMember: 'Esta pessoa não está mais na equipe.',
  unknownInvitation: 'Este convite já foi aceito ou desfeito.',
  lastOwner: 'A loja precisa de ao menos um Dono. Dê esse papel a outra pessoa antes.',
  alreadyMember: 'Esta pessoa já está na equipe.',
  alreadyInvited: 'Este endereço já tem um convite. Envie-o de novo na lista.',
  ofPartner: 'Este e-mail é de um afiliado, atual ou antigo. Use outro para a equipe.',
  tooMany: `Há ${MOST_INVITATIONS} convites sem resposta. Desfaça um antes de enviar outro.`,
} as const;

const role = z.enum(ROLE_NAMES, TEAM_TEXTS.role);

export const Invite = z.object({ email: emailAddress('Informe um endereço de e-mail válido.'), role });
export type Invite = z.infer<typeof Invite>;

export const ChangeRole = z.object({ role });
export type ChangeRole = z.infer<typeof ChangeRole>;

/** What whoever was invited types; the address is that of the link. */
export const AcceptInvitation = z.extend(ChangeOwnName, { password: StrongPassword });
export type AcceptInvitation = z.infer<typeof AcceptInvitation>;

/** The same without a password: the passkey that the browser makes after the first call opens the account alone. */
export const BeginByPasskey = z.extend(ChangeOwnName, { token: z.string().check(z.maxLength(100)) });
export type BeginByPasskey = z.infer<typeof BeginByPasskey>;

export const AcceptByPasskey = z.extend(BeginByPasskey, { challengeId: ChallengeId, attestation: Attestation });
export type AcceptByPasskey = z.infer<typeof AcceptByPasskey>;

export type TeamMember = {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** Within minutes of the last call, or when they last signed in; null for who never did. */
  seenAt: string | null;
  /** It is null for who has none. */
  factor: 'passkey' | 'code' | null;
  isSelf: boolean;
};

export type TeamInvitation = {
  id: string;
  email: string;
  role: Role;
  expiresAt: string;
  isExpired: boolean;
};

/** Owners come first, in the order in which they came. */
export type Team = { members: TeamMember[]; invitations: TeamInvitation[] };
