import { removeMember } from "../agents/remove-member.ts";
import { assignOwner } from "../workspaces/assign-owner.ts";
import { assignUserRole } from "../workspaces/assign-user-role.ts";
import { createInvitation } from "../workspaces/create-invitation.ts";
import type { InvitationRecord } from "../workspaces/invitation-record.ts";
import { listInvitations } from "../workspaces/list-invitations.ts";
import { listMembers } from "../workspaces/list-members.ts";
import type { MemberRecord } from "../workspaces/list-members.ts";
import { resendInvitation } from "../workspaces/resend-invitation.ts";
import { revokeInvitation } from "../workspaces/revoke-invitation.ts";
import { builder, needs } from "./builder.ts";
import { Role } from "./viewer.ts";

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

const MemberList = builder.objectRef<MemberRecord[]>("MemberList").implement({
  fields: (t) => ({ nodes: t.field({ type: [Member], resolve: (rows) => rows }) }),
});

const Invitation = builder.objectRef<InvitationRecord>("Invitation").implement({
  fields: (t) => ({
    workspaceId: t.exposeInt("workspaceId"),
    id: t.exposeID("id"),
    email: t.exposeString("email"),
    role: t.expose("role", { type: Role }),
    invitedBy: t.exposeString("invitedBy", { nullable: true, description: "A person's name, or a key's label." }),
    link: t.exposeString("link", {
      nullable: true,
      description: "The address that accepts it, whole only in the answer that created or resent it; null otherwise.",
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

const InvitationList = builder.objectRef<InvitationRecord[]>("InvitationList").implement({
  fields: (t) => ({ nodes: t.field({ type: [Invitation], resolve: (rows) => rows }) }),
});

const MembersInput = builder.inputType("MembersInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }) }),
});

const MemberRemoveInput = builder.inputType("MemberRemoveInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), userId: t.id({ required: true }) }),
});

const UserRoleAssignInput = builder.inputType("UserRoleAssignInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    userId: t.id({ required: true }),
    role: t.field({ type: Role, required: true }),
  }),
});

const OwnerAssignInput = builder.inputType("OwnerAssignInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), userId: t.id({ required: true }) }),
});

const InvitationsInput = builder.inputType("InvitationsInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }) }),
});

const InvitationCreateInput = builder.inputType("InvitationCreateInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    email: t.string({ required: true }),
    role: t.field({ type: Role, required: true }),
  }),
});

const InvitationResendInput = builder.inputType("InvitationResendInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), id: t.id({ required: true }) }),
});

const InvitationRevokeInput = builder.inputType("InvitationRevokeInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), id: t.id({ required: true }) }),
});

builder.queryField("members", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: MemberList,
    args: { input: t.arg({ type: MembersInput, required: true }) },
    resolve: (_, _args, { ctx }) => listMembers(ctx),
  }),
);

builder.mutationField("removeMember", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: Member,
    args: { input: t.arg({ type: MemberRemoveInput, required: true }) },
    resolve: (_, { input }, { ctx }) => removeMember(ctx, input),
  }),
);

builder.mutationField("assignUserRole", (t) =>
  t.field({
    ...needs("ASSIGN_ROLE"),
    type: "Boolean",
    args: { input: t.arg({ type: UserRoleAssignInput, required: true }) },
    resolve: (_, { input }, { ctx }) => assignUserRole(ctx, input),
  }),
);

builder.mutationField("assignOwner", (t) =>
  t.field({
    ...needs("ASSIGN_OWNER"),
    type: "Boolean",
    args: { input: t.arg({ type: OwnerAssignInput, required: true }) },
    resolve: (_, { input }, { ctx }) => assignOwner(ctx, input),
  }),
);

builder.queryField("invitations", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: InvitationList,
    args: { input: t.arg({ type: InvitationsInput, required: true }) },
    resolve: (_, _args, { ctx }) => listInvitations(ctx),
  }),
);

builder.mutationField("createInvitation", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: Invitation,
    args: { input: t.arg({ type: InvitationCreateInput, required: true }) },
    resolve: (_, { input }, { ctx }) => createInvitation(ctx, input),
  }),
);

builder.mutationField("resendInvitation", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: Invitation,
    args: { input: t.arg({ type: InvitationResendInput, required: true }) },
    resolve: (_, { input }, { ctx }) => resendInvitation(ctx, input),
  }),
);

builder.mutationField("revokeInvitation", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: Invitation,
    args: { input: t.arg({ type: InvitationRevokeInput, required: true }) },
    resolve: (_, { input }, { ctx }) => revokeInvitation(ctx, input),
  }),
);
