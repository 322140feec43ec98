import { queryOptions } from "@tanstack/react-query";
import type { ResultOf, VariablesOf } from "gql.tada";
import { gqlRequest } from "../graphql/gql-request.ts";
import { graphql } from "../graphql/graphql.ts";
import { workspaceKey } from "../shell/workspace-key.ts";

const SETTINGS = graphql(`
  fragment Webchat on WebchatSettings @_unmask {
    integrationId
    title
    greeting
    offlineText
    color
    theme
    position
    launcherText
    allowedOrigins
    snippet
    chatUrl
    identitySecret
    previousSecretUntil
  }
`);

const WEBCHAT = graphql(
  `
    query Webchat($input: WebchatSettingsInput!) {
      webchatSettings(input: $input) {
        ...Webchat
      }
    }
  `,
  [SETTINGS],
);

const PATCH = graphql(
  `
    mutation PatchWebchat($input: WebchatSettingsPatchInput!) {
      patchWebchatSettings(input: $input) {
        ...Webchat
      }
    }
  `,
  [SETTINGS],
);

const ROTATE = graphql(
  `
    mutation RotateWebchatSecret($input: WebchatSecretRotateInput!) {
      rotateWebchatSecret(input: $input) {
        ...Webchat
      }
    }
  `,
  [SETTINGS],
);

export type Webchat = ResultOf<typeof SETTINGS>;

export const webchatQuery = (workspaceId: number, integrationId: string) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceId), "webchat", integrationId],
    queryFn: async ({ signal }) =>
      (await gqlRequest(WEBCHAT, { workspaceId, integrationId }, { signal })).webchatSettings,
  });

export const patchWebchat = async (input: VariablesOf<typeof PATCH>["input"]) =>
  (await gqlRequest(PATCH, input)).patchWebchatSettings;
export const rotateWebchatSecret = async (input: VariablesOf<typeof ROTATE>["input"]) =>
  (await gqlRequest(ROTATE, input)).rotateWebchatSecret;
