import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { actionWords, AUDIT_GROUPS, auditChanges } from "./audit-words.ts";

const say = (english: string) => english;

test("an operation's name can be read", () => {
  expect(actionWords("patchWebchatSettings")).toBe("Patch webchat settings");
  expect(actionWords("createAi")).toBe("Create ai");
});

test("what changed is told field by field, and what stayed is not", () => {
  const before = { role: "AGENT", name: "Ana", tags: ["a"], convTTL: 24 };
  const after = { role: "ADMIN", name: "Ana", tags: ["a", "b"], convTTL: null, note: "x" };
  expect(auditChanges(before, after, say)).toEqual([
    { field: "role", before: "AGENT", after: "ADMIN" },
    { field: "tags", before: "a", after: "a, b" },
    { field: "convTTL", before: "24", after: null },
    { field: "note", before: null, after: "x" },
  ]);
  expect(auditChanges(null, { label: "CRM" }, say)).toEqual([{ field: "label", before: null, after: "CRM" }]);
  expect(auditChanges(null, null, say)).toEqual([]);
});

test("everything that the service writes down belongs to a group that can be chosen", () => {
  const sources = globSync("server/**/*.ts").filter((file) => !/\.test\.ts$|generated/.test(file));
  const written = sources.flatMap((file) =>
    [
      ...readFileSync(file, "utf8").matchAll(
        /\baudit\(\s*(?:ctx|tx),\s*"(\w+)"|\baudit\w+\([^;]{0,200}?\baction: "(\w+)"/g,
      ),
    ].map(([, action, deed]) => action ?? deed),
  );
  expect(written.length).toBeGreaterThan(40);
  const grouped: readonly (string | undefined)[] = Object.values(AUDIT_GROUPS).flat();
  expect([...new Set(written)].filter((action) => !grouped.includes(action))).toEqual([]);
});

test("a sentence of the service's is said in the reader's language", () => {
  const notice = { text: "Meta has disabled the account", wording: { code: "account.disabled", params: {} } };
  expect(auditChanges(null, { notice }, (text, wording) => (wording ? `said: ${text}` : text))).toEqual([
    { field: "notice", before: null, after: "said: Meta has disabled the account" },
  ]);
});
