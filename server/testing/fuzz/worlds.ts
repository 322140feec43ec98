import type { Plan } from "../../generated/prisma/enums.ts";
import { credentialsOf } from "../isolation/callers.ts";
import type { Expected } from "../isolation/endpoints.ts";
import type { Caller } from "../isolation/roles.ts";
import { createWorld, type World } from "../isolation/world.ts";
import type { Asker } from "./graphql-requests.ts";

/** After this many calls, a workspace has changed too much. */
const CALLS_OF_A_WORLD = 3_000;
/** The limit if calls end sign-ins, memberships or the workspace itself. */
const CALLS_OF_A_DOOMED_WORLD = 60;
/** How often an input is reused before the things it names are used up. */
const USES_OF_AN_INPUT = 6;

type Kept = {
  world: World;
  callers: Record<Caller, string>;
  calls: number;
  inputs: Map<string, { input: Promise<Record<string, unknown>>; uses: number }>;
};

/** Workspaces for the calls, replaced when they are used up. */
export function fuzzWorlds() {
  const kept = new Map<string, Promise<Kept>>();

  async function make(plan: Plan): Promise<Kept> {
    const world = await createWorld("fuzz", plan);
    return { world, callers: await credentialsOf(world), calls: 0, inputs: new Map() };
  }

  async function worldFor(name: string, { plan, alone }: Expected): Promise<Kept> {
    // A deleted workspace answers no other operation.
    const key = alone ? `${plan} ${name}` : plan;
    const most = alone ? CALLS_OF_A_DOOMED_WORLD : CALLS_OF_A_WORLD;
    const before = await kept.get(key);
    if (before && ++before.calls <= most) return before;
    const again = kept.get(key);
    // Another caller may have started a new one meanwhile.
    if (again && (await again) !== before) return again;
    const made = make(plan);
    kept.set(key, made);
    return made;
  }

  return {
    /** A valid input of the operation, and the caller's credentials. */
    async forCall(name: string, expectation: Expected, asker: Asker) {
      const { world, callers, inputs } = await worldFor(name, expectation);
      let known = inputs.get(name);
      if (!known || known.uses >= USES_OF_AN_INPUT) {
        known = { input: Promise.resolve(expectation.input(world)), uses: 0 };
        inputs.set(name, known);
      }
      known.uses++;
      const authorization = asker === "nobody" ? null : asker === "bad token" ? "Bearer e30.e30.e30" : callers[asker];
      return { input: await known.input, authorization, own: world.workspaceId, foreign: world.workspaceId + 1 };
    },
  };
}
