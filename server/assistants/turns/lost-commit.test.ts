import { afterEach, expect, test, vi } from "vitest";
import { database } from "../../db.ts";
import { answering, createAssistantScene, reply, stopAnswering } from "../../testing/assistant.ts";
import { eventually, startReceiver } from "../../testing/receiver.ts";
import type * as committing from "./commit-answer.ts";

const PDF = "%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n";
const commits = vi.hoisted(() => ({ count: 0 }));

// The first commit succeeds, but the connection is lost before its response arrives.
vi.mock("./commit-answer.ts", async (original) => {
  const { commitAnswer } = await original<typeof committing>();
  const losing: typeof commitAnswer = async (...of) => {
    const committed = await commitAnswer(...of);
    if (++commits.count === 1) throw new Error("Connection terminated unexpectedly");
    return committed;
  };
  return { commitAnswer: losing };
});

afterEach(stopAnswering);

test("an answer whose commit was not confirmed is sent once, with its file", async () => {
  const files = await startReceiver((_, response) => response.end(PDF));
  const scene = await createAssistantScene({ type: "custom" });
  const url = new URL("/price-list.pdf", files.url).href;
  const turns = answering(() => reply({ text: "Here it is.", file: { type: "document", url } }));
  const { conversationId: convId } = await scene.customer.text("maria", "the price list?");
  await eventually(() => commits.count === 2);
  await stopAnswering();
  expect(await scene.answers(convId)).toMatchObject([{ outcome: "answered" }]);
  expect(await scene.thread(convId)).toHaveLength(2);
  expect(turns).toHaveLength(1);
  const uploads = await database().upload.findMany({ where: { workspaceId: scene.workspaceId } });
  expect(uploads.map(({ purpose }) => purpose)).not.toContain("discarded");
  expect(uploads).toHaveLength(1);
  await files.close();
});
