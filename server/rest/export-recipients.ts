import { exportBroadcastRecipients } from "../broadcasts/export-broadcast-recipients.ts";
import { RECIPIENT_OUTCOMES } from "../broadcasts/list-broadcast-recipients.ts";
import { badInput } from "../errors.ts";
import { idOrNil } from "../text-rules.ts";
import { csvDoor } from "./csv-reply.ts";

/**
 * GET /export/broadcast-recipients?workspaceId=N&broadcastId=…&outcome=…: what has become of a broadcast's recipients, or of those
 * with one outcome, as a CSV.
 */
export function exportRecipients(request: Request): Promise<Response> {
  return csvDoor(request, "recipients", (ctx, query) => {
    const given = query.get("outcome");
    const outcome = RECIPIENT_OUTCOMES.find((each) => each === given) ?? null;
    if (given && outcome === null) throw badInput("outcome", `outcome is one of ${RECIPIENT_OUTCOMES.join(", ")}`);
    return exportBroadcastRecipients(ctx, { broadcastId: idOrNil(query.get("broadcastId") ?? ""), outcome });
  });
}
