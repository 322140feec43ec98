import type { Invitation as InvitationRow } from "../generated/prisma/client.ts";
import { removeMember } from "../agents/remove-member.ts";
import { assignOwner } from "../workspaces/assign-owner.ts";
import { assignUserRole } from "../workspaces/assign-user-role.ts";
import { createInvitation } from "../workspaces/create-invitation.ts";
import { inviterName, type NewInvitation } from "../workspaces/invitation-record.ts";
import { listInvitations } from "../workspaces/list-invitations.ts";
import { listMembers, type MemberRecord } from "../workspaces/list-members.ts";
import { resendInvitation } from "../workspaces/resend-invitation.ts";
import { revokeInvitation } from "../workspaces/revoke-invitation.ts";
import { builder } from "./builder.ts";
import { section } from "./operation.ts";
import { Role } from "./viewer.ts";
import { listOf } from "./pages.ts";

const Member = builder.objectRef<MemberRecord>("Member").implement({
  fields: (t) => ({
    workspaceId: t.exposeInt("workspaceId"),
    userId: t.exposeID("userId"),
    name: t.exposeString("name"),
    surname: t.exposeString("surname", { nullable: true }),
    email: t.exposeString("email"),
    avatar: t.exposeString("avatar", { nullable: true }),
    role: t.expose("role", { type: Role }),
    agentId: t.exposeID("agentId", { nullable: true, description: "Null until they have opened the portal." }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "Since when they belong to the workspace." }),
    lastSeenAt: t.expose("lastSeenAt", { type: "DateTime", nullable: true }),
  }),
});

const MemberList = listOf(builder, Member);

const Invitation = builder.prismaObject("Invitation", {
  fields: (t) => ({
    workspaceId: t.exposeInt("workspaceId"),
    id: t.exposeID("id"),
    email: t.exposeString("email"),
    role: t.expose("role", { type: Role }),
    invitedBy: t.string({
      nullable: true,
      description: "A person's name, or a key's label.",
      resolve: (invitation, _, { ctx }) => inviterName(ctx, invitation),
    }),
    link: t.string({
      nullable: true,
      description: "The address that accepts it, whole only in the answer that created or resent it; null otherwise.",
      resolve: ({ link }: InvitationRow & Partial<NewInvitation>) => link ?? null,
    }),
    mailState: t.exposeString("mailState", {
      description: "waiting, sent, logged (no mail server is set: the mail stands in the service's log), failed",
    }),
    mailError: t.exposeString("mailError", {
      nullable: true,
      description: "Why the mail has not been sent yet, or will not be.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    expiresAt: t.expose("expiresAt", { type: "DateTime" }),
  }),
});

const InvitationList = listOf(builder, Invitation);

const { query, mutation } = section(builder, "Team");

query("members", listMembers, {
  type: MemberList,
  says: "The people of the workspace, with their roles.",
  example: {},
});

mutation("removeMember", removeMember, {
  type: Member,
  input: (t) => ({ userId: t.id({ required: true }) }),
  says: "Ends a person's membership; their conversations become nobody's.",
  example: { userId: "MEMBER_USER_ID" },
});

mutation("assignUserRole", assignUserRole, {
  type: "Boolean",
  input: (t) => ({
    userId: t.id({ required: true }),
    role: t.field({ type: Role, required: true }),
  }),
  says: "Changes a member's role.",
  example: { userId: "MEMBER_USER_ID", role: "AGENT_PLUS" },
  signedIn: true,
});

mutation("assignOwner", assignOwner, {
  type: "Boolean",
  input: (t) => ({ userId: t.id({ required: true }) }),
  says: "Hands the workspace to another member; for its owner.",
  example: { userId: "MEMBER_USER_ID" },
  signedIn: true,
});

query("invitations", listInvitations, {
  type: InvitationList,
  says: "Invitations that wait for an answer.",
  example: {},
});

mutation("createInvitation", createInvitation, {
  type: Invitation,
  input: (t) => ({
    email: t.string({ required: true }),
    role: t.field({ type: Role, required: true }),
  }),
  says: "Invites an e-mail address; the link stands in this answer only.",
  example: { email: "mia@example.com", role: "AGENT" },
});

mutation("resendInvitation", resendInvitation, {
  type: Invitation,
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "Sends an invitation again, with a new link; the old one ends.",
  example: { id: "INVITATION_ID" },
});

mutation("revokeInvitation", revokeInvitation, {
  type: Invitation,
  input: (t) => ({ id: t.id({ required: true }) }),
  says: "Takes an invitation back.",
  example: { id: "INVITATION_ID" },
});
