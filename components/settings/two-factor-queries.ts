import { queryOptions } from "@tanstack/react-query";
import type { VariablesOf } from "gql.tada";
import { gqlRequest } from "../graphql/gql-request.ts";
import { graphql } from "../graphql/graphql.ts";

const TWO_FACTOR = graphql(`
  query TwoFactor($input: TwoFactorInput!) {
    twoFactor(input: $input) {
      isOn
      since
      recoveryCodesLeft
    }
  }
`);

const BEGIN = graphql(`
  mutation BeginTwoFactor($input: TwoFactorBeginInput!) {
    beginTwoFactor(input: $input) {
      secret
      uri
    }
  }
`);

const ENABLE = graphql(`
  mutation EnableTwoFactor($input: TwoFactorCodeInput!) {
    enableTwoFactor(input: $input) {
      codes
    }
  }
`);

const DISABLE = graphql(`
  mutation DisableTwoFactor($input: TwoFactorDisableInput!) {
    disableTwoFactor(input: $input)
  }
`);

const RENEW = graphql(`
  mutation RenewRecoveryCodes($input: TwoFactorCodeInput!) {
    renewRecoveryCodes(input: $input) {
      codes
    }
  }
`);

export const twoFactorQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: ["twoFactor"],
    queryFn: async ({ signal }) => (await gqlRequest(TWO_FACTOR, { workspaceId }, { signal })).twoFactor,
  });

export const beginTwoFactor = async (input: VariablesOf<typeof BEGIN>["input"]) =>
  (await gqlRequest(BEGIN, input)).beginTwoFactor;
export const enableTwoFactor = async (input: VariablesOf<typeof ENABLE>["input"]) =>
  (await gqlRequest(ENABLE, input)).enableTwoFactor.codes;
export const disableTwoFactor = (input: VariablesOf<typeof DISABLE>["input"]) => gqlRequest(DISABLE, input);
export const renewRecoveryCodes = async (input: VariablesOf<typeof RENEW>["input"]) =>
  (await gqlRequest(RENEW, input)).renewRecoveryCodes.codes;
