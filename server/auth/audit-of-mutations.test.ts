import { expect, test } from "vitest";
import type { GraphQLSchema } from "graphql";
import { database } from "../db.ts";
import { assistantSchema, coreSchema } from "../graphql/schema.ts";
import { ASSISTANT_OPERATIONS } from "../testing/isolation/assistant-operations.ts";
import { credentialsOf, endpoint } from "../testing/isolation/callers.ts";
import { CORE_MUTATIONS } from "../testing/isolation/core-mutations.ts";
import type { Expectation } from "../testing/isolation/expectation.ts";
import { documentOf, operationsOf } from "../testing/isolation/operations.ts";
import { createWorld } from "../testing/isolation/world.ts";

// Reliability bar 47: every mutation that asks for a permission, and what a person changes of their own sign-in, is made once, and
// the record is read afterwards. A new one is walked by itself; one that is not to be recorded needs its reason here.

/** What the record leaves out, and why. */
const UNRECORDED: Record<string, string> = {
  checkChannel: "asks the provider and changes nothing",
  checkAi: "asks the provider and changes nothing",
  createClient: "everyday work on one contact, whose words must stay where they can be erased",
  patchClient: "the same",
  putClient: "the same",
  saveAiDraft: "nothing that answers clients changes until publishAi",
  discardAiDraft: "the same",
  refreshAiSource: "reads again what is named already",
  startEvalRun: "asks questions; what passes is decided by setAiGate and the questions",
  cancelEvalRun: "the same",
  openPlayground: "tries an assistant, where nothing is sent and nobody is reached",
  startPlaygroundChat: "the same",
  sayInPlayground: "the same",
  replayPlayground: "the same",
};

/** Mutations without a permission of their own that change who gets in; two-factor.test.ts walks the codes. */
const OWN_SIGN_IN = ["changePassword", "revokeSessions"];
const BY_CODE = ["beginTwoFactor", "enableTwoFactor", "disableTwoFactor", "renewRecoveryCodes"];

/** Everyday work in conversations and on one's own things: nobody's rights change with it. */
const FREE_OF_PERMISSION = new Set(
  `addMessage assignConv bulkAct cancelBulkAction cancelScheduledMessage createCannedReply createSavedView createUpload deleteCannedReply
  deletePushSubscription endConv markConvRead markUnread orderSavedViews patchCannedReply patchConv patchSavedView patchScheduledMessage
  pinNote reactToMessage reopenConv resendMessage runMacro saveDraft savePushSubscription scheduleMessage sendNotification sendScheduledNow
  setAvailability setConvRead setPreferences snoozeConv startConv suggestAnswer rewriteText tagConv tellPresence tellTyping undoBulkAction unsnoozeConv`.split(
    /\s+/,
  ),
);

/** Under other names than their own. */
const RECORDED_AS: Record<string, string[]> = {
  createAgentWithApiKey: ["createAgent", "genApiKey"],
  retryBroadcast: ["launchBroadcast", "retryBroadcast"],
};

/** Asks a provider first, which is not there in this test: credit-packs.test.ts has its entry. */
const ASKS_OUTSIDE = ["createCreditCheckout"];

/** What was there before is a secret, words of clients, or goes without saying. */
const WITHOUT_BEFORE = ["patchIntegrationCredentials", "bulkPatchClients", "patchEvalQuestion", "cancelBulkImport"];
const CHANGES = /^(patch|assign|set|cancel|archive|unarchive|bulkPatch|publish|restore)/;

const ENDPOINTS: { path: string; schema: GraphQLSchema; expectations: Record<string, Expectation> }[] = [
  { path: "/core/gq", schema: coreSchema, expectations: CORE_MUTATIONS },
  { path: "/bot/gq", schema: assistantSchema, expectations: ASSISTANT_OPERATIONS },
];
const ALL = ENDPOINTS.flatMap(({ path, schema, expectations }) => {
  const send = endpoint(schema, path);
  const fields = schema.getMutationType()?.getFields() ?? {};
  return operationsOf(schema)
    .filter(
      ({ name }) => fields[name]?.extensions.permission !== undefined || (fields[name] && OWN_SIGN_IN.includes(name)),
    )
    .map((operation) => ({ name: operation.name, operation, send, expectation: expectations[operation.name] }));
});
const WALKED = ALL.filter(({ name }) => !(name in UNRECORDED) && !ASKS_OUTSIDE.includes(name));

test("what is left out is there, and there for a reason", () => {
  const names = ALL.map(({ name }) => name);
  const listed = [...Object.keys(UNRECORDED), ...ASKS_OUTSIDE, ...Object.keys(RECORDED_AS), ...WITHOUT_BEFORE];
  expect(listed.filter((name) => !names.includes(name))).toEqual([]);
  expect(WALKED.length).toBeGreaterThan(50);
});

test("a mutation without a permission is everyday work by name", () => {
  const free = ENDPOINTS.flatMap(({ schema }) => Object.values(schema.getMutationType()?.getFields() ?? {}))
    .filter(({ extensions }) => extensions.permission === undefined)
    .map(({ name }) => name);
  expect(free.sort()).toEqual([...FREE_OF_PERMISSION, ...OWN_SIGN_IN, ...BY_CODE].sort());
});

let shared: ReturnType<typeof makePlace> | undefined;

async function makePlace(expectation: Expectation) {
  const world = await createWorld("audited", expectation.plan ?? "PREMIUM");
  return { world, authorization: (await credentialsOf(world)).OWNER };
}

test.each(WALKED)("$name stands in the record with actor, target, before and after", async ({ name, ...walked }) => {
  const { operation, send, expectation } = walked;
  if (!expectation) throw new Error(`nothing is known of ${name}`);
  const isOwn = expectation.alone === true || expectation.plan !== undefined;
  const { world, authorization } = await (isOwn ? makePlace(expectation) : (shared ??= makePlace(expectation)));
  const { workspaceId, userId } = world;
  const input = await expectation.input(world);
  // What is taken out of the archive has to be in it.
  if (name === "unarchiveClient")
    await database().client.updateMany({
      where: { workspaceId, id: String(input.id) },
      data: { deletedAt: new Date() },
    });
  const known = await database().auditEntry.findMany({ where: { workspaceId }, select: { id: true } });
  const { errors } = await send(authorization, documentOf(operation), { input: { ...input, workspaceId } });
  expect(errors).toEqual([]);

  const written = await database().auditEntry.findMany({
    where: { workspaceId, refusal: null, id: { notIn: known.map(({ id }) => id) } },
  });
  expect(written.map(({ action }) => action).sort()).toEqual(RECORDED_AS[name] ?? [name]);
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
