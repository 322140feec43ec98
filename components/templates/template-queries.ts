import { queryOptions } from "@tanstack/react-query";
import type { VariablesOf } from "gql.tada";
import { gqlRequest } from "../graphql/gql-request.ts";
import { graphql } from "../graphql/graphql.ts";
import { workspaceKey } from "../shell/workspace-key.ts";

const TEMPLATES = graphql(`
  query MessageTemplates($input: WabaMessageTemplatesInput!) {
    wabaMessageTemplates(input: $input) {
      fetchedAt
      isStale
      problem
      nodes {
        id
        name
        language
        status
        category
        qualityScore
        parameterFormat
        components
      }
    }
  }
`);

const SEND = graphql(`
  mutation SendTemplate($input: SendNotificationInput!) {
    sendNotification(input: $input) {
      messageId
    }
  }
`);

/** A channel's templates, at most five minutes old. `fetchedAt` is null for a channel without a list. */
export const templatesQuery = (workspaceId: number, integrationId: string) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceId), "templates", integrationId],
    queryFn: async ({ signal }) => readTemplates({ workspaceId, integrationId }, signal),
  });

export async function readTemplates(input: VariablesOf<typeof TEMPLATES>["input"], signal?: AbortSignal) {
  return (await gqlRequest(TEMPLATES, input, signal ? { signal } : {})).wabaMessageTemplates;
}

/** @param idempotencyKey the same for each retry of a message, so that the contact receives it once. */
export const sendTemplate = (input: VariablesOf<typeof SEND>["input"], idempotencyKey: string) =>
  gqlRequest(SEND, input, { idempotencyKey });
