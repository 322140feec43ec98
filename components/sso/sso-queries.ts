import { queryOptions } from "@tanstack/react-query";
import type { ResultOf, VariablesOf } from "gql.tada";
import { gqlRequest } from "../graphql/gql-request.ts";
import { graphql } from "../graphql/graphql.ts";
import { workspaceKey } from "../shell/workspace-key.ts";

const FIELDS = graphql(`
  fragment SsoDomainFields on SsoDomain @_unmask {
    id
    domain
    issuer
    clientId
    defaultRole
    roleClaim
    roles {
      value
      role
    }
    isRequired
    verifiedAt
    lastSignInAt
    lastProblem
    recordName
    recordValue
    redirectUri
    logoutUri
  }
`);

const DOMAINS = graphql(
  `
    query SsoDomains($input: SsoDomainsInput!) {
      ssoDomains(input: $input) {
        nodes {
          ...SsoDomainFields
        }
      }
    }
  `,
  [FIELDS],
);

const SAVE = graphql(`
  mutation SaveSsoDomain($input: SsoDomainSaveInput!) {
    saveSsoDomain(input: $input) {
      id
    }
  }
`);

const VERIFY = graphql(`
  mutation VerifySsoDomain($input: SsoDomainVerifyInput!) {
    verifySsoDomain(input: $input) {
      id
    }
  }
`);

const DELETE = graphql(`
  mutation DeleteSsoDomain($input: SsoDomainDeleteInput!) {
    deleteSsoDomain(input: $input) {
      id
    }
  }
`);

export type SsoDomain = ResultOf<typeof FIELDS>;
type SaveInput = VariablesOf<typeof SAVE>["input"];

export const ssoDomainsQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceId), "ssoDomains"],
    queryFn: async ({ signal }) => (await gqlRequest(DOMAINS, { workspaceId }, { signal })).ssoDomains.nodes,
  });

export const saveSsoDomain = (input: SaveInput) => gqlRequest(SAVE, input);
export const verifySsoDomain = (input: VariablesOf<typeof VERIFY>["input"]) => gqlRequest(VERIFY, input);
export const deleteSsoDomain = (input: VariablesOf<typeof DELETE>["input"]) => gqlRequest(DELETE, input);
