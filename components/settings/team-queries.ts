import { queryOptions } from "@tanstack/react-query";
import type { ResultOf, VariablesOf } from "gql.tada";
import { gqlRequest } from "../graphql/gql-request.ts";
import { graphql } from "../graphql/graphql.ts";
import { workspaceKey } from "../shell/workspace-key.ts";

const MEMBERS = graphql(`
  query Members($input: MembersInput!) {
    members(input: $input) {
      nodes {
        userId
        name
        surname
        email
        avatar
        role
        createdAt
        lastSeenAt
      }
    }
  }
`);

const INVITATIONS = graphql(`
  query Invitations($input: InvitationsInput!) {
    invitations(input: $input) {
      nodes {
        id
        email
        role
        invitedBy
        mailState
        mailError
        expiresAt
      }
    }
  }
`);

const CREATE_INVITATION = graphql(`
  mutation CreateInvitation($input: InvitationCreateInput!) {
    createInvitation(input: $input) {
      id
      email
      link
    }
  }
`);

const RESEND_INVITATION = graphql(`
  mutation ResendInvitation($input: InvitationResendInput!) {
    resendInvitation(input: $input) {
      id
      email
      link
    }
  }
`);

const REVOKE_INVITATION = graphql(`
  mutation RevokeInvitation($input: InvitationRevokeInput!) {
    revokeInvitation(input: $input) {
      id
    }
  }
`);

const REMOVE_MEMBER = graphql(`
  mutation RemoveMember($input: MemberRemoveInput!) {
    removeMember(input: $input) {
      userId
    }
  }
`);

const ASSIGN_USER_ROLE = graphql(`
  mutation AssignUserRole($input: UserRoleAssignInput!) {
    assignUserRole(input: $input)
  }
`);

const ASSIGN_OWNER = graphql(`
  mutation AssignOwner($input: OwnerAssignInput!) {
    assignOwner(input: $input)
  }
`);

const DELETE_WORKSPACE = graphql(`
  mutation DeleteWorkspace($input: WorkspaceDeleteInput!) {
    deleteWorkspace(input: $input)
  }
`);

export type Member = ResultOf<typeof MEMBERS>["members"]["nodes"][number];
export type Invitation = ResultOf<typeof INVITATIONS>["invitations"]["nodes"][number];
export type NewInvitation = ResultOf<typeof CREATE_INVITATION>["createInvitation"];
/** A role that can be assigned. OWNER can only be transferred. */
export type GivenRole = Exclude<Member["role"], "OWNER">;

export const membersQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceId), "members"],
    queryFn: async ({ signal }) => (await gqlRequest(MEMBERS, { workspaceId }, { signal })).members.nodes,
  });

/** Pending invitations, newest first. */
export const invitationsQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceId), "invitations"],
    queryFn: async ({ signal }) => (await gqlRequest(INVITATIONS, { workspaceId }, { signal })).invitations.nodes,
  });

export const createInvitation = async (input: VariablesOf<typeof CREATE_INVITATION>["input"]) =>
  (await gqlRequest(CREATE_INVITATION, input)).createInvitation;
export const resendInvitation = async (input: VariablesOf<typeof RESEND_INVITATION>["input"]) =>
  (await gqlRequest(RESEND_INVITATION, input)).resendInvitation;
export const revokeInvitation = (input: VariablesOf<typeof REVOKE_INVITATION>["input"]) =>
  gqlRequest(REVOKE_INVITATION, input);
export const removeMember = (input: VariablesOf<typeof REMOVE_MEMBER>["input"]) => gqlRequest(REMOVE_MEMBER, input);
export const assignUserRole = (input: VariablesOf<typeof ASSIGN_USER_ROLE>["input"]) =>
  gqlRequest(ASSIGN_USER_ROLE, input);
export const assignOwner = (input: VariablesOf<typeof ASSIGN_OWNER>["input"]) => gqlRequest(ASSIGN_OWNER, input);
export const deleteWorkspace = (workspaceId: number) => gqlRequest(DELETE_WORKSPACE, { workspaceId });
