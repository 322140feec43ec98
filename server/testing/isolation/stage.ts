import { expect } from "vitest";
import type { Plan } from "../../generated/prisma/enums.ts";
import { credentialsOf, noCredentials } from "./callers.ts";
import type { Caller } from "./roles.ts";
import { hashOfRows, textsOnlyOf } from "./rows.ts";
import { createWorld, type World } from "./world.ts";

/** Three workspaces of one plan, and who may call in them. */
export type Stage = {
  /** Is asked, and never changes. */
  home: World;
  homeCallers: Record<Caller, string>;
  /** Where what is allowed is done. */
  yard: World;
  yardCallers: Record<Caller, string>;
  /** What nobody of the other two may reach, and the texts that stand in it alone. */
  foreign: World;
  foreignTexts: string[];
  /** Headers that let nobody in. */
  strangers: [string, string | null, string][];
};

const stages = new Map<string, Promise<Stage>>();

/** The stage of a plan, built once per test file: the next file of the process has another database. */
export function stageOf(plan: Plan): Promise<Stage> {
  const place = `${plan} ${expect.getState().testPath}`;
  const stage = stages.get(place) ?? build(plan);
  stages.set(place, stage);
  return stage;
}

async function build(plan: Plan): Promise<Stage> {
  const [home, yard, foreign] = [
    await createWorld("home", plan),
    await createWorld("yard", plan),
    await createWorld("foreign", plan),
  ];
  const [homeCallers, yardCallers] = [await credentialsOf(home), await credentialsOf(yard)];
  await credentialsOf(foreign);
  const strangers = await noCredentials(home);
  const foreignTexts = await textsOnlyOf(foreign.workspaceId, [home.workspaceId, yard.workspaceId]);
  // What is made in it later bears its mark or its number.
  const marks = [foreign.mark, `"workspaceId":${foreign.workspaceId},`];
  return { home, homeCallers, yard, yardCallers, foreign, foreignTexts: [...marks, ...foreignTexts], strangers };
}

/** Does something that may change no row of these workspaces; throws with the tables in which one changed. */
export async function untouched(stage: Stage, worlds: World[], act: () => Promise<void>): Promise<void> {
  const ids = worlds.map(({ workspaceId }) => workspaceId);
  const everyone = worlds.includes(stage.home);
  const before = await hashOfRows(ids, everyone);
  await act();
  const after = await hashOfRows(ids, everyone);
  const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
  if (changed.length > 0) throw new Error(`rows changed in ${changed.join(", ")}`);
}
