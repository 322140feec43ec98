import { database, inBatches } from "../../db.ts";

/** How long it is kept what an assistant was shown and what it did; that it answered is kept for the figures. */
const DETAILS_KEPT_DAYS = 30;
/** Turns that no worker took up again: a person has taken the conversation over since, or it has ended. */
const TURN_KEPT_HOURS = 1;
/** Emptied by one statement. */
const BATCH = 1_000;

/** Empties old traces and deletes turns that nobody will end, in all workspaces; returns how many of both. */
export async function pruneAnswers(): Promise<{ emptied: number; turns: number }> {
  const emptied = await inBatches(
    BATCH,
    () => database().$executeRaw`
      with old as materialized (
        select "workspaceId", id from "AssistantAnswer"
        where details is not null and "createdAt" < now() - make_interval(days => ${DETAILS_KEPT_DAYS})
        order by "createdAt" limit ${BATCH}
      )
      update "AssistantAnswer" a set details = null from old where a."workspaceId" = old."workspaceId" and a.id = old.id`,
  );
  const turns = await database().$executeRaw`
    delete from "AssistantTurn"
    where coalesce("leaseUntil", "nextAttemptAt") < now() - make_interval(hours => ${TURN_KEPT_HOURS})`;
  return { emptied, turns };
}
