import { expect, test } from "vitest";
import { ENDPOINTS, exampleCurl, exampleVariables, findOperation, searchOperations } from "./api-reference.ts";

const core = ENDPOINTS.find(({ path }) => path === "/core/gq");

test("an operation is found by its name, with where it is served", () => {
  expect(findOperation("addMessage")).toMatchObject({ path: "/core/gq", operation: { kind: "mutation" } });
  expect(findOperation("createAi")).toMatchObject({ path: "/bot/gq" });
  expect(findOperation("nothing")).toBeNull();
});

test("a search takes every word, from names, summaries and sections", () => {
  if (!core) throw new Error("no core endpoint");
  const names = (text: string) =>
    searchOperations(core, text).flatMap(({ operations }) => operations.map(({ name }) => name));
  expect(names("signing secret")).toContain("rotateWebhookSecret");
  expect(names("webhooks log")).toEqual(["webhookDeliveries"]);
  expect(names("no such thing")).toEqual([]);
  expect(searchOperations(core, " ")).toEqual(core.sections);
});

test("an example carries the workspace, and its command is one that a shell takes", () => {
  const { operation } = findOperation("addMessage") ?? {};
  if (!operation) throw new Error("no addMessage");
  expect(JSON.parse(exampleVariables(operation, 7))).toMatchObject({ input: { workspaceId: 7, type: "text" } });
  const command = exampleCurl("https://chat.example.com", "/core/gq", operation, 7);
  const lines = command.split("\n");
  expect(lines[0]).toBe("curl https://chat.example.com/core/gq \\");
  expect(JSON.parse(lines.at(-2) ?? "")).toMatchObject({ variables: { input: { workspaceId: 7 } } });
});
