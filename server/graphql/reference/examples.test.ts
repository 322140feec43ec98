import { describe, expect, test } from "vitest";
import type { Plan } from "../../generated/prisma/enums.ts";
import { signInTestUser } from "../../testing/factories.ts";
import { endpoint } from "../../testing/isolation/callers.ts";
import { EXPECTATIONS, type Expected } from "../../testing/isolation/endpoints.ts";
import { createWorld, type World } from "../../testing/isolation/world.ts";
import { ENDPOINTS, wholeReference } from "./endpoints.ts";

const worlds = new Map<Plan, Promise<World>>();
function worldOf({ alone, plan }: Expected): Promise<World> {
  if (alone) return createWorld("reader", plan);
  const world = worlds.get(plan) ?? createWorld("reader", plan);
  worlds.set(plan, world);
  return world;
}

/** The example as a reader sends it: ids replace words in CAPITALS, and existing URLs replace addresses. */
function filled(example: unknown, own: unknown, world: World): unknown {
  if (typeof example === "string") {
    if (example === "TIME_TO_COME") return new Date(Date.now() + 3_600_000).toISOString();
    if (/^[A-Z][A-Z_]*_(?:ID|NAME)$/.test(example)) {
      if (typeof own === "string") return own;
      if (example === "CONV_ID") return world.ids.conv;
      throw new Error(`nothing to put in for ${example}`);
    }
    return example.replace(/https:\/\/(?:shop|push)\.example\.com/, "http://127.0.0.1:9");
  }
  if (Array.isArray(example)) {
    return example.map((item, index) => filled(item, Array.isArray(own) ? own[index] : undefined, world));
  }
  if (typeof example !== "object" || example === null) return example;
  const mine = (own ?? {}) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, filled(value, mine[name], world)]));
}

describe.each(wholeReference())("POST $path", ({ path, sections }) => {
  const schema = ENDPOINTS.find((each) => each.path === path)?.schema;
  if (!schema) throw new Error(`no schema at ${path}`);
  const send = endpoint(schema, path);
  test.each(sections.flatMap(({ operations }) => operations))("the example of $name runs", async (operation) => {
    const expectation = EXPECTATIONS[operation.name];
    if (!expectation) throw new Error(`${operation.name} has no expectation`);
    const world = await worldOf(expectation);
    const authorization = operation.isForPeople ? `Bearer ${(await signInTestUser(world.userId)).token}` : world.apiKey;
    const input = filled(operation.example.input, await expectation.input(world), world) as Record<string, unknown>;
    const { errors, data } = await send(authorization, operation.example.query, {
      input: { workspaceId: world.workspaceId, ...input },
    });
    if (expectation.furthest) return expect(errors.map(({ code }) => code)).toEqual([expectation.furthest]);
    expect(errors).toEqual([]);
    expect(data).toHaveProperty(operation.name);
  });
});
