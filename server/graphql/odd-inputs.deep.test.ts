import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  type GraphQLInputType,
} from "graphql";
import { afterAll, describe, expect, test } from "vitest";
import { endpoint } from "../testing/isolation/callers.ts";
import { ENDPOINTS, type Expected } from "../testing/isolation/endpoints.ts";
import { documentOf, operationsOf, withValue } from "../testing/isolation/operations.ts";
import { createWorld, type World } from "../testing/isolation/world.ts";
import { signInTestUser } from "../testing/factories.ts";

// Whatever value an input field has, the response is a result or an error that the caller can act on, never INTERNAL.

const NUMBERS = [0, -1, 1.5, 2 ** 31 - 1, -(2 ** 31), 2 ** 31, Number.MAX_SAFE_INTEGER, 1e308];
const TEXTS = [
  ..."| |\t|\0|\ud800|%_\\|'; drop table x; --|__proto__|null|٣|🙂|-0|NaN|https://[::1|a@b@c".split("|"),
  "x".repeat(5_000),
  "🙂".repeat(300),
  "2026-02-30T25:61:00Z",
  "0000-00-00",
  "9999-12-31T23:59:59Z",
];
const OTHERS = [null, true, [], {}, [null], [[]], ["x".repeat(300), "x".repeat(300)], { a: { b: null } }];
const JSON_VALUES = [
  JSON.parse('{"__proto__":{"a":1},"constructor":null}'),
  [1, "a", null],
  "text",
  Array(1_000).fill({}),
];

const worlds = new Map<string, Promise<World>>();
const worldOf = (plan: Expected["plan"]) => {
  const world = worlds.get(plan) ?? createWorld("odd", plan);
  worlds.set(plan, world);
  return world;
};
let calls = 0;
afterAll(() => console.info(`odd inputs: ${calls} calls`));

describe.each(ENDPOINTS)("POST $path", ({ path, schema, expectations }) => {
  const send = endpoint(schema, path);

  test.each(operationsOf(schema).filter(({ name }) => expectations[name] && !expectations[name].alone))(
    "$name answers whatever it is given",
    async (operation) => {
      const expectation = expectations[operation.name] as Expected;
      const world = await worldOf(expectation.plan);
      const owner = `Bearer ${(await signInTestUser(world.userId)).token}`;
      const base = { ...(await expectation.input(world)), workspaceId: world.workspaceId };
      const failures: string[] = [];
      for (const field of fieldsIn(operation.inputType)) {
        for (const value of valuesFor(field.type)) {
          calls++;
          const input = withValue(base, field.path, value);
          const { errors } = await send(owner, documentOf(operation), { input });
          if (errors.some(({ code }) => code === "INTERNAL"))
            failures.push(`${field.path} = ${JSON.stringify(value).slice(0, 60)}`);
        }
      }
      expect(failures).toEqual([]);
    },
  );
});

function fieldsIn(type: GraphQLInputType, path: string[] = []): { path: string; type: GraphQLInputType }[] {
  const inner = getNullableType(type);
  if (isListType(inner)) return [{ path: path.join("."), type }, ...fieldsIn(inner.ofType, [...path, "0"])];
  if (!isInputObjectType(inner)) return [{ path: path.join("."), type }];
  return Object.values(inner.getFields())
    .filter(({ name }) => name !== "workspaceId")
    .flatMap((field) => fieldsIn(field.type, [...path, field.name]));
}

function valuesFor(type: GraphQLInputType): unknown[] {
  if (isListType(getNullableType(type))) return OTHERS;
  const named = getNamedType(type);
  if (isEnumType(named)) return [...named.getValues().map(({ name }) => name), "nothing", null, 0];
  switch (named.name) {
    case "Int":
    case "Float":
      return [...NUMBERS, "1", null];
    case "Boolean":
      return [true, false, null, "true"];
    case "JSON":
      return [...TEXTS.slice(0, 6), ...NUMBERS, ...OTHERS, ...JSON_VALUES];
    default:
      return [...TEXTS, 5, null, {}];
  }
}
