"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { beginBroadcast } from "../broadcasts/kept-form.ts";
import { gqlRequest } from "../graphql/gql-request.ts";
import { graphql } from "../graphql/graphql.ts";
import { paths } from "../paths.ts";
import { failed } from "../ui/toasts.tsx";
import { choiceOf, type Chosen } from "./bulk-choice.ts";
import { collectRecipients, RECIPIENTS_MAX } from "./collect-recipients.ts";
import { useInbox } from "../inbox/inbox-context.tsx";

const CLIENTS_OF_CONVS = graphql(`
  query InboxClientsOfConvs($input: ConvRowsInput!) {
    convRows(input: $input) {
      nodes {
        clientId
        integrationId
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** Opens the broadcast composer with the contacts of the selected conversations. It shows which of them cannot be reached. */
export function useBulkTemplate() {
  const t = useTranslations("bulk.bar");
  const { workspaceId } = useInbox();
  const router = useRouter();
  const { mutate, isPending } = useMutation({
    mutationFn: async (chosen: Chosen) => {
      const found = await collectRecipients("ids" in chosen ? chosen.ids : null, async (page) => {
        const input = { ...choiceOf(chosen), ...page, workspaceId };
        return (await gqlRequest(CLIENTS_OF_CONVS, input)).convRows;
      });
      if (found === null) throw new Error(t("templateMax", { max: RECIPIENTS_MAX }));
      return beginBroadcast(workspaceId, found, window.sessionStorage);
    },
    onSuccess: (place) => router.push(paths.newBroadcast(workspaceId, place)),
    onError: (error) => failed(t("templateFailed"), error),
  });
  return { open: mutate, isPending };
}
