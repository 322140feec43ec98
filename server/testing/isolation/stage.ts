import { expect } from "vitest";
import type { Plan } from "../../generated/prisma/enums.ts";
import { credentialsOf, noCredentials } from "./callers.ts";
import type { Caller } from "./roles.ts";
import { hashOfRows, textsOnlyOf } from "./rows.ts";
import { createWorld, type World } from "./world.ts";

/** Three workspaces of one plan, and the callers of two of them. */
export type Stage = {
  /** Receives the tested calls and never changes. */
  home: World;
  homeCallers: Record<Caller, string>;
  /** Receives the allowed calls that change something. */
  yard: World;
  yardCallers: Record<Caller, string>;
  /** A workspace that callers of the other two must not reach, and the texts that only it contains. */
  foreign: World;
  foreignTexts: string[];
  /** Headers without valid credentials. */
  strangers: [string, string | null, string][];
};

const stages = new Map<string, Promise<Stage>>();

/** The stage of a plan, created once per test file, because the next file of the process has another database. */
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
  // Things created in it later contain its mark or its number.
  const marks = [foreign.mark, `"workspaceId":${foreign.workspaceId},`];
  return { home, homeCallers, yard, yardCallers, foreign, foreignTexts: [...marks, ...foreignTexts], strangers };
}

/** Runs something that must change no row of these workspaces. Throws with the names of changed tables. */
export async function untouched(stage: Stage, worlds: World[], act: () => Promise<void>): Promise<void> {
  const ids = worlds.map(({ workspaceId }) => workspaceId);
  const everyone = worlds.includes(stage.home);
  const before = await hashOfRows(ids, everyone);
  await act();
  const after = await hashOfRows(ids, everyone);
  const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
  if (changed.length > 0) throw new Error(`rows changed in ${changed.join(", ")}`);
}
