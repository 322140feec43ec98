import { expect, test } from "vitest";
import { database } from "../db.ts";
import { operationsOf as declaredOperations } from "../graphql/operation.ts";
import { credentialsOf, endpoint } from "../testing/isolation/callers.ts";
import { ENDPOINTS, type Expected } from "../testing/isolation/endpoints.ts";
import { documentOf, operationsOf } from "../testing/isolation/operations.ts";
import { createWorld } from "../testing/isolation/world.ts";

// Reliability bar 47: runs every mutation once, then reads the audit log. Mutations declared as recorded have an entry, the others have
// none.

/** Mutations recorded under other names than their own. */
const RECORDED_AS: Record<string, string[]> = {
  createAgentWithApiKey: ["createAgent", "genApiKey"],
  retryBroadcast: ["launchBroadcast", "retryBroadcast"],
};

/** Mutations that need more setup. Their own tests: credit-packs.test.ts (a provider), two-factor.test.ts (an app's codes). */
const ELSEWHERE = [
  "createCreditCheckout",
  "enableTwoFactor",
  "disableTwoFactor",
  "renewRecoveryCodes",
  "verifySsoDomain",
];

/** Mutations without `before`: the old value is a secret, contains contacts' words, or is obvious. */
const WITHOUT_BEFORE = ["patchIntegrationCredentials", "bulkPatchClients", "patchEvalQuestion", "cancelBulkImport"];
const CHANGES = /^(patch|assign|set|cancel|archive|unarchive|bulkPatch|publish|restore)/;

const ALL = ENDPOINTS.flatMap(({ path, schema, expectations }) => {
  const send = endpoint(schema, path);
  const documents = new Map(operationsOf(schema).map((operation) => [operation.name, documentOf(operation)]));
  return declaredOperations(schema)
    .filter(({ kind }) => kind === "mutation")
    .map(({ field: { name }, declared }) => ({
      name,
      audit: declared.audit,
      document: documents.get(name) ?? "",
      send,
      expectation: expectations[name],
    }));
});
const WALKED = ALL.filter(({ name }) => !ELSEWHERE.includes(name));

test("what is named here is there", () => {
  const names = ALL.map(({ name }) => name);
  const listed = [...ELSEWHERE, ...Object.keys(RECORDED_AS), ...WITHOUT_BEFORE];
  expect(listed.filter((name) => !names.includes(name))).toEqual([]);
  expect(WALKED.filter(({ audit }) => audit === "recorded").length).toBeGreaterThan(50);
});

let shared: ReturnType<typeof makePlace> | undefined;

async function makePlace(expectation: Expected) {
  const world = await createWorld("audited", expectation.plan);
  return { world, authorization: (await credentialsOf(world)).OWNER };
}

test.each(WALKED)("$name is $audit", async ({ name, audit, document, send, expectation }) => {
  if (!expectation) throw new Error(`nothing is known of ${name}`);
  const isOwn = expectation.alone === true || expectation.plan !== "PREMIUM";
  const { world, authorization } = await (isOwn ? makePlace(expectation) : (shared ??= makePlace(expectation)));
  const { workspaceId, userId } = world;
  const input = await expectation.input(world);
  // unarchiveClient needs an archived contact.
  if (name === "unarchiveClient")
    await database().client.updateMany({
      where: { workspaceId, id: String(input.id) },
      data: { deletedAt: new Date() },
    });
  const known = await database().auditEntry.findMany({ where: { workspaceId }, select: { id: true } });
  const { errors } = await send(authorization, document, { input: { ...input, workspaceId } });
  expect(errors.map(({ code }) => code)).toEqual(expectation.furthest ? [expectation.furthest] : []);

  const written = await database().auditEntry.findMany({
    where: { workspaceId, refusal: null, id: { notIn: known.map(({ id }) => id) } },
  });
  const expected = audit === "recorded" ? (RECORDED_AS[name] ?? [name]) : [];
  expect(written.map(({ action }) => action).sort()).toEqual(expected);
  for (const { actorKind, actorId, before, after, address } of written) {
    expect([actorKind, actorId]).toEqual(["user", userId]);
    expect(address).not.toBeNull();
    const mustBoth = CHANGES.test(name) && !WITHOUT_BEFORE.includes(name);
    expect({ before: before !== null, after: after !== null }).toEqual({
      before: mustBoth || before !== null,
      after: mustBoth || after !== null || before === null,
    });
  }
});
