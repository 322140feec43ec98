import { queryOptions } from "@tanstack/react-query";
import type { ResultOf } from "gql.tada";
import { gqlRequest } from "../graphql/gql-request.ts";
import { UNSENT_MESSAGES } from "../composer/composer-documents.ts";

export type Unsent = ResultOf<typeof UNSENT_MESSAGES>["unsentMessages"]["nodes"][number];

/** The viewer's messages that could not be sent, even if they have lost access to the conversation. */
export const unsentQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: ["inbox", workspaceId, "unsent"] as const,
    queryFn: async ({ signal }) =>
      (await gqlRequest(UNSENT_MESSAGES, { workspaceId }, { signal })).unsentMessages.nodes,
  });
