import { expect, test } from "vitest";
import { database } from "../db.ts";
import { webchatScene } from "../testing/webchat-scene.ts";

const scene = webchatScene();

test("a visitor is asked with buttons when the conversation ends, and their choice is its rating", async () => {
  const { workspace, integrationId } = scene.place();
  const where = { workspaceId: workspace.workspaceId, id: integrationId };
  const { properties } = await database().integration.findFirstOrThrow({ where });
  const rating = { enabled: true, question: "How was it?", scale: 5, thanks: "Thank you!" };
  await database().integration.updateMany({ where, data: { properties: { ...Object(properties), rating } } });
  const visitor = scene.browser();
  await visitor.session();
  await visitor.text("Hello");
  const { id } = await scene.convOf();
  await scene.endConv();
  const question = await database().message.findFirstOrThrow({ where: { convId: id, type: "interactive" } });
  const { body, buttons } = JSON.parse(question.content) as { body: string; buttons: { id: string; title: string }[] };
  expect(body).toBe("How was it?");
  expect(buttons.map(({ title }) => title)).toEqual(["1 ★", "2 ★★", "3 ★★★", "4 ★★★★", "5 ★★★★★"]);
  const content = JSON.stringify({ reply: buttons[3] });
  expect((await visitor.send({ type: "interactive", content })).status).toBe(200);
  await visitor.text("Very helpful");
  expect(await scene.convOf()).toMatchObject({ id, ended: true, rating: 4, ratingComment: "Very helpful" });
  const thanks = await database().message.findMany({ where: { convId: id, content: "Thank you!" } });
  expect(thanks).toHaveLength(1);
});
