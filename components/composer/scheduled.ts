import { queryOptions } from "@tanstack/react-query";
import type { VariablesOf } from "gql.tada";
import { gqlRequest } from "../graphql/gql-request.ts";
import { afterPaint } from "../inbox/after-paint.ts";
import { readConvPart } from "../inbox/conv-parts.ts";
import { SCHEDULE_MESSAGE } from "./composer-documents.ts";
import type { Later } from "../offline/outbox.ts";

/** A conversation's scheduled messages, including those that could not be sent. */
export const scheduledQuery = (workspaceId: number, convId: string) =>
  queryOptions({
    queryKey: ["inbox", workspaceId, "scheduled", convId] as const,
    queryFn: async () => {
      await afterPaint();
      return (await readConvPart({ workspaceId, id: convId }, "scheduledMessages")).nodes;
    },
  });

type Input = VariablesOf<typeof SCHEDULE_MESSAGE>["input"];

/** Schedules a message. A repeat with the same `id` is the same message. */
export async function scheduleMessage(
  { mentions, ...message }: Omit<Input, "sendAt" | "undoSeconds" | "thenEnd">,
  { sendAt, undoSeconds, thenEnd }: Later,
): Promise<void> {
  const when = sendAt === null ? { undoSeconds } : { sendAt };
  const named = mentions && mentions.length > 0 ? { mentions } : {};
  await gqlRequest(SCHEDULE_MESSAGE, { ...message, ...named, ...when, thenEnd });
}
