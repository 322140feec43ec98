import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ErrorCode } from "../errors.ts";
import { credentialsOf, endpoint, type Reply } from "../testing/isolation/callers.ts";
import { ENDPOINTS, type Expected } from "../testing/isolation/endpoints.ts";
import {
  documentOf,
  idPaths,
  jsonFields,
  literalDocumentOf,
  operationsOf,
  withValue,
} from "../testing/isolation/operations.ts";
import { CALLERS, mayCall, type Caller } from "../testing/isolation/roles.ts";
import { stageOf, untouched, type Stage } from "../testing/isolation/stage.ts";
import { createWorld, neverExisted } from "../testing/isolation/world.ts";

// No operation reaches another workspace (reliability bars 36 to 38). Runs every operation of the schemas, with every
// field that takes an id, as every caller. server/testing/isolation has the expectations. An operation without one fails
// here.

const FORBIDDEN_ROLE = {
  code: "FORBIDDEN_ROLE",
  message: "You do not have permission to access this resource with your current role assignment",
};
const FOREIGN_WORKSPACE = {
  code: "FORBIDDEN_WORKSPACE",
  message: "You do not have permission to access this resource using that API key",
};
const MISSING_WORKSPACE_ID = {
  code: "MISSING_WORKSPACE_ID",
  message: "Your request does not have workspaceId in GraphQL variables",
};
const NO_NUMBER = { code: "BAD_INPUT", message: "workspaceId must be a JSON number" };

const tally = { operations: 0, fields: 0, calls: 0, texts: 0, began: Date.now() };

afterAll(() => {
  const { operations, fields, calls, texts, began } = tally;
  // In addition to team members: five kinds of wrong credentials, and the key of another workspace.
  const size = `${operations} operations × ${fields} fields that ids stand in × ${CALLERS.length + 6} callers`;
  const seconds = Math.round((Date.now() - began) / 1000);
  console.info(`isolation: ${size} = ${calls} calls, each answer searched for ${texts} foreign texts, ${seconds} s`);
});

describe.each(ENDPOINTS)("POST $path", ({ path, schema, expectations }) => {
  const send = endpoint(schema, path);
  const operations = operationsOf(schema);

  test("every operation of the schema has an expectation, and every expectation an operation", () => {
    expect(Object.keys(expectations).sort()).toEqual(operations.map(({ name }) => name).sort());
  });

  test.each(operations)("$name: every field that an id can stand in has an expectation", ({ name, inputType }) => {
    const { ids = {}, json = {} } = expectations[name] ?? ({} as Partial<Expected>);
    const inJson = Object.entries(json).flatMap(([field, places]) => places.map((place) => `${field}.${place}`));
    expect(Object.keys(ids).sort()).toEqual([...idPaths(inputType), ...inJson].sort());
    expect(Object.keys(json).sort()).toEqual(jsonFields(inputType).sort());
  });

  describe.each(operations.filter(({ name }) => expectations[name]))("$name", (operation) => {
    const expectation = expectations[operation.name] as Expected;
    const { right, ids = {}, insteadOf = {}, json = {}, alone, plan, furthest } = expectation;
    const document = documentOf(operation);
    let stage: Stage;
    beforeAll(async () => {
      stage = await stageOf(plan);
    });

    /** Sends a request and searches the response for texts of the foreign workspace, except those that were sent. */
    async function ask(authorization: string | null, query: string, variables: object): Promise<Reply> {
      const reply = await send(authorization, query, variables);
      const sent = query + JSON.stringify(variables);
      expect(stage.foreignTexts.filter((text) => reply.text.includes(text) && !sent.includes(text))).toEqual([]);
      expect(reply.errors.filter(({ code }) => code === "INTERNAL")).toEqual([]);
      tally.calls++;
      tally.texts = stage.foreignTexts.length;
      return reply;
    }
    const call = (authorization: string | null, workspaceId: unknown, input: Record<string, unknown>) =>
      ask(authorization, document, { input: { ...input, workspaceId } });

    test("lets in nobody without credentials, and nobody into another workspace", async () => {
      tally.operations++;
      const { home, homeCallers, foreign, strangers } = stage;
      const [own, theirs] = [await expectation.input(home), await expectation.input(foreign)];
      await untouched(stage, [home, foreign], async () => {
        for (const [, authorization, message] of strangers) {
          const code = message === "Invalid API key" ? "UNAUTHENTICATED" : "INVALID_TOKEN";
          expect(refusal(await call(authorization, home.workspaceId, own))).toEqual({ code, message });
        }
        expect(refusal(await call(foreign.apiKey, home.workspaceId, own))).toEqual(FOREIGN_WORKSPACE);
        for (const caller of CALLERS)
          expect(refusal(await call(homeCallers[caller], foreign.workspaceId, theirs))).toEqual(FOREIGN_WORKSPACE);
        for (const nonsense of [0, -1, 1.5, 2 ** 31, 2 ** 53])
          expect(refusal(await call(home.apiKey, nonsense, own))).toEqual(FOREIGN_WORKSPACE);
        for (const missing of [null, undefined])
          expect(refusal(await call(home.apiKey, missing, own))).toEqual(MISSING_WORKSPACE_ID);
        for (const noNumber of [String(home.workspaceId), true, [home.workspaceId], {}])
          expect(refusal(await call(home.apiKey, noNumber, own))).toEqual(NO_NUMBER);
      });
    });

    test("reaches no other workspace by a second variable or a literal", async () => {
      const { home, homeCallers, foreign } = stage;
      const theirs = { ...(await expectation.input(foreign)), workspaceId: foreign.workspaceId };
      const input = { workspaceId: home.workspaceId };
      await untouched(stage, [home, foreign], async () => {
        // The owner may call everything, so only the workspace check stops them.
        const second = await ask(homeCallers.OWNER, documentOf(operation, "more"), { input, more: theirs });
        expect(refusal(second)).toEqual(FOREIGN_WORKSPACE);
        const literal = await ask(homeCallers.OWNER, literalDocumentOf(operation, theirs), { input });
        expect(refusal(literal)).toEqual(FOREIGN_WORKSPACE);
      });
    });

    test("is for those whom the table of roles names", async () => {
      const { home, homeCallers, yard, yardCallers, foreign } = stage;
      const own = await expectation.input(home);
      await untouched(stage, [home, foreign], async () => {
        for (const caller of CALLERS.filter((each) => !mayCall(each, right)))
          expect(refusal(await call(homeCallers[caller], home.workspaceId, own))).toEqual(FORBIDDEN_ROLE);
      });
      await untouched(stage, [foreign], async () => {
        for (const caller of CALLERS.filter((each) => mayCall(each, right))) {
          const place = alone ? await createWorld("alone", plan) : yard;
          const credentials = alone ? await credentialsOf(place) : yardCallers;
          const { errors } = await call(credentials[caller], place.workspaceId, await expectation.input(place));
          const limit = limitOf(caller, expectation) ?? furthest;
          expect([caller, ...errors.map(({ code }) => code)]).toEqual([caller, ...(limit ? [limit] : [])]);
        }
      });
    });

    test.each(Object.entries(ids))(
      "%s: a foreign id is answered as one that never was",
      async (field, [kind, answer]) => {
        tally.fields++;
        const { home, homeCallers, yard, yardCallers, foreign } = stage;
        const isFree = answer === "free";
        const [place, credentials] = isFree ? [yard, yardCallers] : [home, homeCallers];
        const others = insteadOf[field] ?? [];
        const whole = Object.entries(await expectation.input(place));
        const base = Object.fromEntries(whole.filter(([name]) => !others.includes(name)));
        await untouched(stage, isFree ? [foreign] : [home, foreign], async () => {
          for (const caller of CALLERS) {
            const reply = async (value: string) => {
              const given = withValue(base, field, value);
              const { text, ...rest } = await call(credentials[caller], place.workspaceId, given);
              return { ...rest, text: text.replaceAll(value, "<the id>") };
            };
            const other = await reply(foreign.ids[kind]);
            if (!mayCall(caller, right)) expect(refusal(other)).toEqual(FORBIDDEN_ROLE);
            // The value is free, or the previous caller has already taken it.
            else if (isFree) expect(other.errors.filter(({ code }) => code !== "CONFLICT")).toEqual([]);
            else {
              expect(other.text).toBe((await reply(neverExisted(kind))).text);
              // Cursors and ids in JSON have a required form, so other texts get a different error.
              if (!["cursor", "logCursor"].includes(kind) && !Object.hasOwn(json, field.split(".")[0] ?? ""))
                expect((await reply("no id at all")).text).toBe(other.text);
              if (answer === "empty") expect(rowsIn(other)).toEqual([]);
              else if (answer === "own") expect(rowsIn(other)).not.toEqual([]);
              else expect(refusal(other).code).toBe(answer);
            }
          }
          // The control: the same field finds the caller's own object.
          if (!operation.isQuery) return;
          const own = await call(homeCallers.OWNER, home.workspaceId, withValue(base, field, home.ids[kind]));
          if (furthest) expect(refusal(own).code).toBe(furthest);
          else expect(rowsIn(own)).not.toEqual([]);
        });
      },
    );
  });
});

/** The only error of a response without data. */
function refusal({ data, errors }: Pick<Reply, "data" | "errors">): { code: string; message: string } {
  expect(Object.values(data ?? {}).filter((value) => value !== null)).toEqual([]);
  const [error, ...more] = errors;
  expect(more).toEqual([]);
  return error ?? { code: "not refused", message: "" };
}

/** The rows of a list, the points in time of a report, or the requested object. */
function rowsIn({ data, errors }: Pick<Reply, "data" | "errors">): unknown {
  expect(errors).toEqual([]);
  const answer = Object.values(data ?? {})[0] as {
    nodes?: unknown[];
    series?: unknown[];
    pageInfo?: { count: number };
  };
  if (answer.pageInfo && answer.nodes) expect(answer.pageInfo.count === 0).toBe(answer.nodes.length === 0);
  return answer.nodes ?? answer.series ?? answer;
}

/** The error for a key that has the permission but lacks an agent or a person. */
function limitOf(caller: Caller, { withoutAgent, withoutPerson }: Expected): ErrorCode | undefined {
  if (caller === "workspace key") return withoutAgent ?? withoutPerson;
  return caller === "agent-linked key" ? withoutPerson : undefined;
}
