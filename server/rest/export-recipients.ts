import { exportBroadcastRecipients } from "../broadcasts/export-broadcast-recipients.ts";
import { RECIPIENT_OUTCOMES } from "../broadcasts/list-broadcast-recipients.ts";
import { badInput } from "../errors.ts";
import type { Answer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { idOrNil } from "../text-rules.ts";
import { csvAnswer, csvApi } from "./csv-reply.ts";
import { say } from "../say.ts";

export const exportRecipientsApi = csvApi("Download the recipients of a broadcast, with the outcome of each", {
  broadcastId: { says: "The broadcast", isRequired: true },
  outcome: `Only these: one of ${RECIPIENT_OUTCOMES.join(", ")}`,
});

/**
 * GET /export/broadcast-recipients?workspaceId=N&broadcastId=…&outcome=…: the recipients of a broadcast with their
 * outcomes, or those with one outcome, as CSV.
 */
export function exportRecipients(call: Call): Promise<Answer> {
  return csvAnswer(call, "recipients", (ctx, query) => {
    const given = query.get("outcome");
    const outcome = RECIPIENT_OUTCOMES.find((each) => each === given) ?? null;
    if (given && outcome === null)
      throw badInput("outcome", say("service.isOneOf", { field: "outcome", values: RECIPIENT_OUTCOMES.join(", ") }));
    return exportBroadcastRecipients(ctx, { broadcastId: idOrNil(query.get("broadcastId") ?? ""), outcome });
  });
}
