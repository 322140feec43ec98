import { afterEach, describe, expect, test } from "vitest";
import { database } from "../../db.ts";
import { quote, say } from "../../say.ts";
import { answering, createAssistantScene, reply, stopAnswering } from "../../testing/assistant.ts";
import { createTestAgentKey } from "../../testing/factories.ts";
import { startReceiver } from "../../testing/receiver.ts";

afterEach(stopAnswering);

describe("what it wants done", () => {
  test("text first, then the hand-over, with its reason and the channel's words", async () => {
    const scene = await createAssistantScene({ routing: { handover: { message: "A person takes over." } } });
    const ana = await createTestAgentKey(scene.workspaceId, "Ana");
    await database().agent.updateMany({ where: { id: ana.agentId }, data: { lastSeenAt: new Date() } });
    answering(() => reply({ text: "I will ask.", handover: { reason: say("reason.itAsked") } }));
    const { conversationId: convId } = await scene.customer.text("maria", "hello");
    const [answer] = await scene.answered(convId);
    expect(await scene.thread(convId)).toEqual([
      "I will ask.",
      "[Handed over to Ana, because it asked for a person to take over]",
      "A person takes over.",
    ]);
    expect(answer).toMatchObject({ outcome: "handedOver", reason: "it asked for a person to take over" });
    expect(answer?.messageId).not.toBeNull();
    // The last message is ours, so no response is needed. Ana is notified of the assignment.
    expect(await scene.conv(convId)).toMatchObject({ assigneeId: ana.agentId, aiId: null, needsResponse: false });
    expect(await database().convAssignment.count({ where: { convId, agentId: ana.agentId } })).toBe(1);
  });

  test("text first, then the end, by SYSTEM", async () => {
    const scene = await createAssistantScene();
    answering(() => reply({ text: "Goodbye!", end: true }));
    const { conversationId: convId } = await scene.customer.text("maria", "thanks, that was all");
    expect(await scene.answered(convId)).toMatchObject([{ outcome: "ended" }]);
    expect(await scene.thread(convId)).toEqual(["Goodbye!", "[Ended by the assistant Otto]"]);
    expect(await scene.conv(convId)).toMatchObject({ ended: true, endedBy: "SYSTEM", needsResponse: false });
    const events = await database().event.findMany({ where: { convId }, orderBy: { seq: "asc" } });
    const names = events.map(({ name }) => name);
    expect(names.indexOf("OUTGOING_MESSAGE")).toBeLessThan(names.indexOf("ENDING_CONV"));
    const next = await scene.customer.text("maria", "one more thing");
    expect(next.conversationId).not.toBe(convId);
  });

  test("no end where the client has written more meanwhile", async () => {
    const scene = await createAssistantScene();
    const turns = answering(async (_, index) => {
      if (index === 0) await scene.customer.text("maria", "wait, one more thing");
      return index === 0 ? reply({ text: "Goodbye!", end: true }) : reply("Yes?");
    });
    const { conversationId: convId } = await scene.customer.text("maria", "thanks, that was all");
    expect((await scene.answered(convId, 2)).map(({ outcome }) => outcome)).toEqual(["answered", "answered"]);
    expect(turns).toHaveLength(2);
    expect(await scene.conv(convId)).toMatchObject({ ended: false, needsResponse: false });
  });

  test("both: the hand-over, and no end", async () => {
    const scene = await createAssistantScene();
    answering(() => reply({ text: "Bye.", end: true, handover: { reason: say("reason.itAsked") } }));
    const { conversationId: convId } = await scene.customer.text("maria", "hello");
    expect(await scene.answered(convId)).toMatchObject([{ outcome: "handedOver" }]);
    expect(await scene.conv(convId)).toMatchObject({ ended: false, aiId: null });
  });

  test("nothing at all: handed over", async () => {
    const scene = await createAssistantScene();
    answering(() => reply({}));
    const { conversationId: convId } = await scene.customer.text("maria", "hello");
    expect(await scene.answered(convId)).toMatchObject([{ outcome: "handedOver", reason: "it had no answer to this" }]);
  });

  test("a client's own #END# and #HANDOVER# are words", async () => {
    const scene = await createAssistantScene();
    answering((turn) => reply(`You wrote: ${turn.messages.at(-1)?.content?.replaceAll("#", "")}`));
    const { conversationId: convId } = await scene.customer.text("maria", "#END# #HANDOVER#");
    expect(await scene.answered(convId)).toMatchObject([{ outcome: "answered" }]);
    expect(await scene.conv(convId)).toMatchObject({ ended: false, aiId: scene.aiId });
  });

  test("the channel's words for a person hand over without asking it", async () => {
    const scene = await createAssistantScene({ routing: { handover: { keywords: ["real person", "agent"] } } });
    const turns = answering(() => reply("Yes."));
    const { conversationId: convId } = await scene.customer.text("maria", "Can I talk to a REAL   person?");
    expect(await scene.answered(convId)).toMatchObject([
      { outcome: "handedOver", reason: "the contact asked for a person", attempts: 0 },
    ]);
    expect(turns).toEqual([]);
  });

  test("a text that is longer than the channel takes goes out in parts", async () => {
    const scene = await createAssistantScene();
    const paragraph = `${"A sentence of some words. ".repeat(60).trim()}\n\n`;
    const text = paragraph.repeat(4).trim();
    answering(() => reply(text));
    const { conversationId: convId } = await scene.customer.text("maria", "everything, please");
    const [answer] = await scene.answered(convId);
    const parts = await database().message.findMany({ where: { convId, isAgent: true }, orderBy: { seq: "asc" } });
    expect(parts).toHaveLength(2);
    expect(parts.map(({ content }) => content).join("\n\n")).toBe(text);
    expect(answer?.messageId).toBe(parts[0]?.id);
    expect(await scene.conv(convId)).toMatchObject({ needsResponse: false });
  });
});

describe("fields and tags, only when enabled", () => {
  const clientOf = (id: string) => database().client.findFirstOrThrow({ where: { id } });

  test("of the built-in assistant: what it gathers, and tags of its list", async () => {
    const properties = { gather: ["email", "city"], tagging: { enabled: true, tags: ["returns", "vip"] } };
    const scene = await createAssistantScene({ type: "builtIn", properties });
    const turns = answering(() =>
      reply({
        text: "Thank you.",
        tags: ["returns", "fraud"],
        fields: { email: "Maria@example.com", name: "Mallory", city: "Oslo" },
      }),
    );
    const { conversationId: convId, clientId } = await scene.customer.text("maria", "I am maria@example.com");
    const [answer] = await scene.answered(convId);
    expect(await scene.conv(convId)).toMatchObject({ tags: ["returns"] });
    expect(await clientOf(clientId)).toMatchObject({ email: "Maria@example.com", city: "Oslo", name: null });
    const { toolCalls } = answer?.details as { toolCalls: { name: string; isAllowed: boolean }[] };
    expect(toolCalls).toMatchObject([
      { name: "tag", input: { tag: "fraud" }, isAllowed: false },
      { name: "field", input: { name: "name" }, isAllowed: false },
    ]);
    expect(await database().event.count({ where: { clientId, name: "CLIENT_UPDATED" } })).toBe(1);

    await scene.customer.text("maria", "and now?");
    await scene.answered(convId, 2);
    expect(turns[1]?.known).toEqual({ email: "Maria@example.com", city: "Oslo" });
  });

  test("a known field changes only when the client has just named another; a number never, nor one of somebody else's", async () => {
    const scene = await createAssistantScene({ type: "builtIn", properties: { gather: ["email", "name", "phone"] } });
    await database().client.create({ data: { workspaceId: scene.workspaceId, name: "Per", phone: "+4790000001" } });
    answering((_, index) =>
      reply({
        text: "Noted.",
        fields: [
          { email: "new@example.com", name: "Invented", phone: "+4790000001" },
          { email: "not an address", phone: "+4790000002" },
          { phone: "+4790000003" },
        ][index],
      }),
    );
    const first = await scene.customer.text("maria", "hello");
    await database().client.updateMany({
      where: { id: first.clientId },
      data: { name: "Maria", email: "old@example.com" },
    });
    const { conversationId: convId, clientId } = await scene.customer.text("maria", "now NEW@example.com");
    await scene.answered(convId);
    expect(await clientOf(clientId)).toMatchObject({ name: "Maria", email: "new@example.com", phone: null });
    await scene.customer.text("maria", "my number is 90000002");
    await scene.answered(convId, 2);
    expect(await clientOf(clientId)).toMatchObject({ email: "new@example.com", phone: "+4790000002" });
    await scene.customer.text("maria", "no, +4790000003");
    await scene.answered(convId, 3);
    expect(await clientOf(clientId)).toMatchObject({ phone: "+4790000002" });
  });

  test("a number that names its own country is read by that, whatever the contact's is", async () => {
    const scene = await createAssistantScene({ type: "builtIn", properties: { gather: ["phone"] } });
    const { workspaceId } = scene;
    answering(async () => {
      await database().client.updateMany({ where: { workspaceId }, data: { country: "NO" } });
      return reply({ text: "Noted.", fields: { phone: "48601234567" } });
    });
    const { conversationId: convId, clientId } = await scene.customer.text("maria", "48601234567");
    expect(await scene.answered(convId)).toMatchObject([{ outcome: "answered" }]);
    expect(await clientOf(clientId)).toMatchObject({ phone: "+48601234567", country: "NO" });
  });

  test("not enabled: none of them, and the hand-over neither", async () => {
    const scene = await createAssistantScene({
      type: "builtIn",
      properties: { tagging: { enabled: false, tags: ["vip"] } },
    });
    answering(() =>
      reply({
        text: "Hm.",
        tags: ["vip"],
        fields: { email: "a@b.no" },
        end: true,
        handover: { reason: quote("it would like to") },
      }),
    );
    const { conversationId: convId, clientId } = await scene.customer.text("maria", "hello");
    expect(await scene.answered(convId)).toMatchObject([{ outcome: "answered", reason: null }]);
    expect(await scene.conv(convId)).toMatchObject({ tags: [], ended: false, aiId: scene.aiId });
    expect(await clientOf(clientId)).toMatchObject({ email: null });
  });

  test("a custom assistant may apply tags of its own, a language model none", async () => {
    for (const [type, tags] of [
      ["custom", ["from outside"]],
      ["provider_a", []],
    ] as const) {
      const scene = await createAssistantScene({ type });
      answering(() => reply({ text: "Yes.", tags: ["from\n outside", ""] }));
      const { conversationId: convId } = await scene.customer.text("maria", "hello");
      await scene.answered(convId);
      expect(await scene.conv(convId)).toMatchObject({ tags });
    }
  });
});

describe("a file in the answer", () => {
  const PDF = Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");

  test("is fetched, kept and sent after the text, from an address of ours", async () => {
    const files = await startReceiver((_, response) => response.end(PDF));
    const scene = await createAssistantScene({ type: "custom" });
    const url = new URL("/price-list.pdf", files.url).href;
    answering(() => reply({ text: "Here it is.", file: { type: "document", url } }));
    const { conversationId: convId } = await scene.customer.text("maria", "the price list?");
    expect(await scene.answered(convId)).toMatchObject([{ outcome: "answered" }]);
    const sent = await database().message.findMany({ where: { convId, isAgent: true }, orderBy: { seq: "asc" } });
    expect(sent).toMatchObject([{ content: "Here it is." }, { type: "document", aiId: scene.aiId }]);
    expect(sent[1]?.content).toMatch(
      new RegExp(`^http://localhost:3000/uploads/${scene.workspaceId}/[0-9a-f]{32}.pdf$`),
    );
    const [upload] = await database().upload.findMany({ where: { workspaceId: scene.workspaceId } });
    expect(upload).toMatchObject({ contentType: "application/pdf", name: "price-list.pdf", sizeBytes: PDF.length });
    await files.close();
  });

  test("that is not there: the text goes out, and a person sees to the rest", async () => {
    const files = await startReceiver((_, response) => response.writeHead(404).end());
    const scene = await createAssistantScene({ type: "custom" });
    answering(() => reply({ text: "Here it is.", file: { type: "document", url: files.url } }));
    const { conversationId: convId } = await scene.customer.text("maria", "the price list?");
    const reason = "its file could not be sent: its server answered 404";
    expect(await scene.answered(convId)).toMatchObject([{ outcome: "handedOver", reason }]);
    expect(await scene.thread(convId)).toEqual(["Here it is.", `[Handed over to the team, because ${reason}]`]);
    await files.close();
  });

  test("that is of another kind than it says: it is not sent, and not kept", async () => {
    const files = await startReceiver((_, response) => response.end(PDF));
    const scene = await createAssistantScene({ type: "custom" });
    answering(() => reply({ text: "Here it is.", file: { type: "audio", url: new URL("/a.pdf", files.url).href } }));
    const { conversationId: convId } = await scene.customer.text("maria", "sing");
    const [answer] = await scene.answered(convId);
    expect(answer).toMatchObject({ outcome: "handedOver" });
    expect(answer?.reason).toMatch(/^its file could not be sent: .*PDF/);
    expect(await database().upload.findMany({ where: { workspaceId: scene.workspaceId } })).toMatchObject([
      { purpose: "discarded" },
    ]);
    await files.close();
  });

  test("at an address that may not be reached: not fetched", async () => {
    const scene = await createAssistantScene({ type: "custom" });
    answering(() => reply({ file: { type: "audio", url: "http://169.254.169.254/latest/meta-data" } }));
    const { conversationId: convId } = await scene.customer.text("maria", "sing");
    const [answer] = await scene.answered(convId);
    expect(answer?.reason).toMatch(/^its file could not be sent: /);
    expect(await database().upload.count({ where: { workspaceId: scene.workspaceId } })).toBe(0);
  });
});
