import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { database } from "../../db.ts";
import {
  answering,
  createAssistantScene,
  reply,
  stopAnswering,
  thinking,
  TIME_SCALE,
  type AssistantScene,
} from "../../testing/assistant.ts";
import { eventually } from "../../testing/receiver.ts";
import { EngineFailure } from "../engine.ts";

const ARCHIVE = "mutation ($input: ClientArchiveInput!) { archiveClient(input: $input) { id } }";

afterEach(stopAnswering);

describe("a provider that fails", () => {
  let scene: AssistantScene;
  beforeEach(async () => {
    scene = await createAssistantScene();
  });

  test("three times: handed over, and the thread says why", async () => {
    const turns = answering(() => Promise.reject(new EngineFailure("the model's server answered 503")));
    const { conversationId: convId } = await scene.customer.text("maria", "hello");
    const reason = "the model's server answered 503";
    expect(await scene.answered(convId)).toMatchObject([
      { outcome: "handedOver", reason, attempts: 3, messageId: null },
    ]);
    expect(turns).toHaveLength(3);
    expect(new Set(turns.map(({ key }) => key)).size).toBe(1);
    expect(await scene.thread(convId)).toEqual([`[Handed over to the team, because ${reason}]`]);
    expect(await scene.conv(convId)).toMatchObject({
      aiId: null,
      assigneeId: null,
      needsResponse: true,
      ownerVersion: 1,
    });
  });

  test("twice, then it answers", async () => {
    answering((_, index) => {
      if (index < 2) throw new EngineFailure("it stumbled");
      return reply("Here.");
    });
    const { conversationId: convId } = await scene.customer.text("maria", "hello");
    expect(await scene.answered(convId)).toMatchObject([{ outcome: "answered", attempts: 3 }]);
  });

  test("for good: at once", async () => {
    const turns = answering(() => Promise.reject(new EngineFailure("the model's key was refused", { isFinal: true })));
    const { conversationId: convId } = await scene.customer.text("maria", "hello");
    expect(await scene.answered(convId)).toMatchObject([{ outcome: "handedOver", attempts: 1 }]);
    expect(turns).toHaveLength(1);
  });

  test("by a fault of ours: nobody is told what it was", async () => {
    answering(() => Promise.reject(new TypeError("maria's secret")));
    const { conversationId: convId } = await scene.customer.text("maria", "hello");
    await scene.answered(convId);
    expect(await scene.thread(convId)).toEqual(["[Handed over to the team, because something went wrong on our side]"]);
  });

  test("that hangs and hears no signal: handed over when the time of a turn is over", async () => {
    const startedAt = performance.now();
    answering(() => new Promise(() => undefined));
    const { conversationId: convId } = await scene.customer.text("maria", "hello");
    const reason = "it did not answer within 30 seconds";
    expect(await scene.answered(convId)).toMatchObject([{ outcome: "handedOver", reason, attempts: 1 }]);
    const seconds = (performance.now() - startedAt) / 1_000 / TIME_SCALE;
    console.info(`a provider that hangs: handed over ${seconds.toFixed(1)} s (scaled) after the message`);
    // Two seconds of waiting and thirty at the provider. The machine's own delays count tenfold here.
    expect(seconds).toBeLessThan(60);
  });

  test("its slowness holds no other workspace's answers back", async () => {
    const other = await createAssistantScene();
    let underWay = 0;
    let most = 0;
    answering((turn) => {
      if (turn.workspaceId === other.workspaceId) return reply("Here.");
      most = Math.max(most, ++underWay);
      turn.signal.addEventListener("abort", () => void underWay--, { once: true });
      return new Promise(() => undefined);
    });
    for (let index = 0; index < 40; index++) await scene.customer.text(`c${index}`, "hello");
    await eventually(() => most >= 8);
    const { conversationId: convId } = await other.customer.text("maria", "hello");
    await other.answered(convId);
    // The limit for one workspace's concurrent turns in a worker.
    expect(most).toBe(8);
  });
});

describe("what cannot be sent", () => {
  const sentence = async (scene: AssistantScene, convId: string) => {
    const [answer] = await scene.answered(convId);
    expect(answer).toMatchObject({ outcome: "handedOver", messageId: null });
    return answer?.reason;
  };

  test("a channel that was switched off: handed over, and the assistant is not asked", async () => {
    const scene = await createAssistantScene();
    const { conversationId: convId } = await scene.customer.text("maria", "hello");
    await database().integration.updateMany({ where: { id: scene.integrationId }, data: { state: "disabled" } });
    const turns = answering(() => reply("Yes."));
    expect(await sentence(scene, convId)).toBe(
      "its answer could not be sent: The channel Shop is not active; switch it on first",
    );
    expect(turns).toEqual([]);
    expect(await scene.thread(convId)).toHaveLength(1);
  });

  test("a reply window that closed while it was thinking", async () => {
    const scene = await createAssistantScene();
    const model = thinking("Yes.");
    const { conversationId: convId } = await scene.customer.text("maria", "hello");
    await model.isAsked();
    await database().integration.updateMany({ where: { id: scene.integrationId }, data: { type: "WHATSAPP" } });
    await database().conversation.updateMany({
      where: { id: convId },
      data: { lastClientMessageAt: new Date(Date.now() - 25 * 3_600_000) },
    });
    model.answer();
    expect(await sentence(scene, convId)).toMatch(/^its answer could not be sent: .*24 hours/);
    expect(await scene.thread(convId)).toHaveLength(1);
  });

  test("an archived client: given to nobody, with the reason", async () => {
    const scene = await createAssistantScene();
    const { conversationId: convId, clientId } = await scene.customer.text("maria", "hello");
    await scene.api.ok(ARCHIVE, { id: clientId });
    answering(() => reply("Yes."));
    expect(await sentence(scene, convId)).toMatch(/archived/);
    expect(await scene.conv(convId)).toMatchObject({ aiId: null, assigneeId: null });
  });
});
