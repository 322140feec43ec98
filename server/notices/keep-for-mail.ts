import type { Ctx } from "../ctx.ts";
import { env } from "../env.ts";
import { newId } from "../new-id.ts";
import { hasChosen } from "./push-event.ts";
import type { Told } from "./tell-people.ts";

/** Keeps what its person chose to be told of by mail, until they have seen it or a letter tells them; the same news once. */
export async function keepForMail(tx: Ctx, found: readonly Told[]): Promise<void> {
  // Without a mail server nobody could be told, and by the time there is one it is no news.
  if (!env().SMTP_URL) return;
  const rows = found
    .filter(({ preferences, event }) => hasChosen(preferences, event, "email"))
    .map(({ workspaceId, userId, event, convId, messageId, at }) => {
      return { workspaceId, id: newId(), userId, event, convId, messageId, at };
    });
  if (rows.length > 0) await tx.db.mailNotice.createMany({ data: rows, skipDuplicates: true });
}
