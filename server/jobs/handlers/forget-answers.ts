import { forgetAnswers } from "../../assistants/turns/forget-answers.ts";
import type { JobPayload } from "../queue.ts";

/** After a message was taken back: what assistants wrote down of it. */
export async function forgetAnswersAbout({ workspaceId, messageId }: JobPayload<"forget-answers">): Promise<void> {
  await forgetAnswers(workspaceId, messageId);
}
