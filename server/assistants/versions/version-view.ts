import { validate as isUuid } from "uuid";
import type { Ctx } from "../../ctx.ts";
import { gathered } from "../../gathered.ts";
import type { AssistantVersion, EvalRun } from "../../generated/prisma/client.ts";
import { fullName } from "../../conversations/display-name.ts";
import { inboxLoaders } from "../../conversations/inbox-loaders.ts";
import { propertiesOfVersion } from "../access.ts";
import { maskProperties, type AssistantProperties } from "../assistant-properties.ts";
import { scoreOf } from "../evals/compare-runs.ts";

/** A version's properties for responses: secrets are write-only. */
export async function maskedPropertiesOfVersion(version: AssistantVersion): Promise<AssistantProperties> {
  return maskProperties(await propertiesOfVersion(version));
}

/** The person or API key that saved a version. null for the service itself, and for deleted authors. */
export async function nameOfAuthor(ctx: Ctx, { createdBy }: AssistantVersion): Promise<string | null> {
  if (!isUuid(createdBy)) return null;
  const load = inboxLoaders(ctx);
  const [key, user] = await Promise.all([load.apiKey.load(createdBy), load.user.load(createdBy)]);
  return key?.label ?? (user ? fullName(user) : null);
}

const scoreOfId = gathered(readScores);

/** Per cent of the golden questions that exactly these properties passed in their last run. null: there was no run. */
export function scoreOfVersion(ctx: Ctx, { id }: AssistantVersion): Promise<number | null> {
  return scoreOfId(ctx, id);
}

async function readScores({ db, workspaceId }: Ctx, versionIds: readonly string[]): Promise<(number | null)[]> {
  const runs = await db.$queryRaw<(Pick<EvalRun, "state" | "passed" | "total"> & { versionId: string })[]>`
    select distinct on (run."versionId") run."versionId", run.state, run.passed, run.total
    from "EvalRun" run
    join "AssistantVersion" v on v."workspaceId" = run."workspaceId" and v.id = run."versionId"
      and v."propertiesHash" = run."propertiesHash"
    where run."workspaceId" = ${workspaceId} and run."versionId" = any(${[...versionIds]}::uuid[]) and run.state = 'completed'
    order by run."versionId", run."createdAt" desc, run.id desc`;
  const scores = new Map(runs.map((run) => [run.versionId, scoreOf(run)]));
  return versionIds.map((id) => scores.get(id) ?? null);
}
