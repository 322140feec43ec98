import { handOverConvsOfAi } from "../../inbox/hand-over-convs-of-ai.ts";
import type { JobPayload } from "../queue.ts";

/** After an assistant was deleted: what the deleting call could not hand over any more, because its process ended. */
export async function handOverOfAi({ workspaceId, aiId }: JobPayload<"hand-over-convs-of-ai">): Promise<void> {
  await handOverConvsOfAi(workspaceId, aiId);
}
