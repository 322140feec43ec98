import { beforeEach, expect, test } from "vitest";
import { database } from "../db.ts";
import {
  createTestClient,
  createTestConv,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";
import { MOST_PINNED } from "./pin-note.ts";

const ADD = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }";
const PIN = "mutation ($input: NotePinInput!) { pinNote(input: $input) { messageId convId pinnedAt } }";
const PINNED = `query ($input: PinnedNotesInput!) {
  pinnedNotes(input: $input) { nodes { messageId convId content senderName pinnedAt } } }`;

type Member = Awaited<ReturnType<typeof createTestMember>>;
type Pinned = { messageId: string; convId: string | null; content: string; senderName: string | null };

let workspaceId: number;
let integrationId: string;
let clientId: string;
let ana: Member;
let bob: Member;

beforeEach(async () => {
  ({ workspaceId } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  ({ id: clientId } = await createTestClient(workspaceId, { name: "Maria" }));
  ana = await createTestMember(workspaceId, "AGENT");
  bob = await createTestMember(workspaceId, "AGENT");
});

const convOf = async (member: Member, of = clientId) =>
  (await createTestConv(workspaceId, { integrationId, clientId: of, assigneeId: member.agentId })).id;
const note = async (member: Member, convId: string, content: string) =>
  (
    await member.api.ok<{ messageId: string }>(ADD, {
      convId,
      integrationId,
      type: "note",
      content,
      noteType: "internal",
    })
  ).messageId;
const pinned = async (member: Member, convId: string) =>
  (await member.api.ok<{ nodes: Pinned[] }>(PINNED, { convId })).nodes;

test("a pinned note stands in every conversation of its client, and in no other client's", async () => {
  const first = await convOf(ana);
  const second = await convOf(bob);
  const other = await convOf(bob, (await createTestClient(workspaceId, { name: "Eva" })).id);
  const messageId = await note(ana, first, "Call before noon");
  expect(await pinned(ana, first)).toEqual([]);
  const told = () => database().event.count({ where: { workspaceId, name: "CLIENT_CHANGED", clientId } });
  const before = await told();
  await ana.api.ok(PIN, { messageId, isPinned: true });
  expect(await pinned(ana, first)).toMatchObject([{ messageId, convId: first, content: "Call before noon" }]);
  // Bob can read the note, but not the conversation it was written in.
  expect(await pinned(bob, second)).toMatchObject([{ messageId, convId: null, content: "Call before noon" }]);
  expect(await pinned(bob, other)).toEqual([]);
  expect((await told()) - before).toBe(1);
  // Already pinned: nothing changes, and the answer does not reveal the note's conversation.
  expect(await bob.api.ok(PIN, { messageId, isPinned: true })).toMatchObject({ messageId, convId: null });
  // Everyone who sees the note may unpin it. A second unpin changes nothing.
  expect(await bob.api.ok(PIN, { messageId, isPinned: false })).toEqual({ messageId, convId: null, pinnedAt: null });
  expect(await pinned(ana, first)).toEqual([]);
  expect(await bob.api.refusal(PIN, { messageId, isPinned: true })).toMatchObject({ code: "NOT_FOUND" });
});

test("only notes of conversations that one sees are pinned, the last first, and ten at most", async () => {
  const convId = await convOf(ana);
  const messageId = await note(ana, convId, "0");
  expect(await bob.api.refusal(PIN, { messageId, isPinned: true })).toMatchObject({ code: "NOT_FOUND" });
  expect(await bob.api.refusal(PINNED, { convId })).toMatchObject({ code: "NOT_FOUND" });
  const { id: said } = await database().message.create({
    data: {
      workspaceId,
      convId,
      clientId,
      integrationId,
      seq: 100,
      type: "text",
      content: "Hello",
      isAgent: false,
      status: "delivered",
      createdBy: clientId,
    },
  });
  const { id: system } = await database().message.create({
    data: {
      workspaceId,
      convId,
      clientId,
      integrationId,
      seq: 101,
      type: "note",
      noteType: "system",
      content: "Tagged",
      isAgent: true,
      status: "delivered",
      createdBy: "SYSTEM",
    },
  });
  for (const id of [said, system])
    expect(await ana.api.refusal(PIN, { messageId: id, isPinned: true })).toMatchObject({
      code: "BAD_INPUT",
      paths: ["input.messageId"],
    });
  await database().message.deleteMany({ where: { workspaceId, id: { in: [said, system] } } });
  const ids = [messageId];
  for (let number = 1; number < MOST_PINNED + 1; number++) ids.push(await note(ana, convId, String(number)));
  for (const id of ids.slice(0, MOST_PINNED)) await ana.api.ok(PIN, { messageId: id, isPinned: true });
  expect(await ana.api.refusal(PIN, { messageId: ids.at(-1), isPinned: true })).toMatchObject({ code: "CONFLICT" });
  expect((await pinned(ana, convId)).map(({ content }) => content)).toEqual(
    Array.from({ length: MOST_PINNED }, (_, index) => String(MOST_PINNED - 1 - index)),
  );
});
