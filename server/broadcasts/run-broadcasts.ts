import { database } from "../db.ts";
import { windDownCancelled } from "./cancel-broadcast.ts";
import { feedBroadcasts } from "./feed-broadcasts.ts";
import { finishBroadcasts } from "./finish-broadcast.ts";
import { tellProgress } from "./tell-progress.ts";

/**
 * One round for the broadcasts that are under way. It works from their rows alone, so any worker goes on where another one died,
 * and several at once share the work.
 * @returns whether there is more to do right away.
 */
export async function runBroadcasts(): Promise<boolean> {
  const [row] = await database().$queryRaw<{ isOne: boolean }[]>`
    select exists (select from "Broadcast" where state = 'inProgress') as "isOne"`;
  if (!row?.isOne) return false;
  const isBehind = await feedBroadcasts();
  await windDownCancelled();
  await finishBroadcasts();
  await tellProgress();
  return isBehind;
}
