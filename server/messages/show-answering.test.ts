import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { onEphemeral, type Ephemeral } from "../events/ephemeral.ts";
import {
  answering,
  createAssistantScene,
  reply,
  stopAnswering,
  thinking,
  type AssistantScene,
} from "../testing/assistant.ts";
import { eventually } from "../testing/receiver.ts";

let scene: AssistantScene;
let told: Ephemeral[];
let stopHearing: () => void;
beforeEach(async () => {
  scene = await createAssistantScene();
  told = [];
  stopHearing = onEphemeral(scene.workspaceId, (news) => void told.push(news));
});
afterEach(async () => {
  stopHearing();
  await stopAnswering();
});

test("an assistant that takes its time is shown to be writing, until its answer is there", async () => {
  const model = thinking("Yes.");
  const { conversationId: convId } = await scene.customer.text("maria", "hello");
  await model.isAsked();
  await eventually(() => told.length === 1);
  expect(told[0]).toMatchObject({ convId, from: "assistant", name: "Otto", isTyping: true, kind: "typing" });
  model.answer();
  await scene.answered(convId);
  await eventually(() => told.length === 2);
  expect(told[1]).toMatchObject({ convId, isTyping: false });
});

test("of one that answers at once nothing is shown", async () => {
  answering(() => reply("Yes."));
  const { conversationId: convId } = await scene.customer.text("maria", "hello");
  await scene.answered(convId);
  await wait(400);
  expect(told).toEqual([]);
});
