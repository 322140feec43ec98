import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CALLERS, mayCall, REVIEWED, rightOf, subjectsOf, tableOf } from "../testing/isolation/roles.ts";
import { createBuilder } from "./builder.ts";
import { section } from "./operation.ts";
import { verb } from "../verb.ts";

// operations.txt is the reviewed list. `gen --check` compares it with the declarations; this compares it with the
// documents.
const names = [...REVIEWED.keys()];

test("the file names every operation once", () => {
  expect(names.length).toBeGreaterThan(180);
  expect(names.filter((name) => !/^\w+$/.test(name))).toEqual([]);
});

describe("docs/roles.md", () => {
  // The subjects in the row of MANAGE_WORKSPACE, and the operation names they match.
  const WORDS: Record<string, RegExp> = {
    keys: /ApiKey/,
    channels: /Channel|Integration|Webchat/,
    settings: /WorkspaceSettings$/,
    webhooks: /Webhook/,
    assistants: /(?:[a-z]Ai(?![a-z])|Eval|Playground)/,
    agents: /[a-z]Agent$/,
    invitations: /Invitation/,
    import: /Import/,
  };

  test.each(subjectsOf("MANAGE_WORKSPACE"))("%s: whoever changes them needs MANAGE_WORKSPACE", (subject) => {
    const word = WORDS[subject];
    if (!word) throw new Error(`no word for ${subject}`);
    const changing = names.filter((name) => REVIEWED.get(name)?.kind === "mutation" && word.test(name));
    expect(changing.length).toBeGreaterThan(0);
    expect(changing.filter((name) => rightOf(name) !== "MANAGE_WORKSPACE")).toEqual([]);
  });

  test("broadcasts: every operation needs MANAGE_BROADCASTS", () => {
    const found = names.filter((name) => /broadcast/i.test(name));
    expect(found.length).toBeGreaterThan(5);
    expect(found.filter((name) => rightOf(name) !== "MANAGE_BROADCASTS")).toEqual([]);
  });

  test("contacts: nobody without MANAGE_CLIENTS changes one", () => {
    const callers = CALLERS.filter((caller) => !mayCall(caller, "MANAGE_CLIENTS"));
    const changing = names.filter((name) => REVIEWED.get(name)?.kind === "mutation" && /Clients?(?:Data)?$/.test(name));
    expect(changing.length).toBeGreaterThan(5);
    expect(changing.filter((name) => callers.some((caller) => mayCall(caller, rightOf(name))))).toEqual([]);
  });

  test("what the rows name by operation", () => {
    expect(rightOf("agentsReport")).toBe("MANAGE_CONVS");
    for (const name of ["assignOwner", "assignUserRole", "deleteWorkspace"] as const) expect(rightOf(name)).toBe(name);
  });
});

describe("docs/contract.md", () => {
  const contract = readFileSync(new URL("../../docs/contract.md", import.meta.url), "utf8");

  test("Permissions: the operations that it names", () => {
    const [, sentence = ""] = /^7\. Permissions: (.*)$/m.exec(contract) ?? [];
    const named = [...sentence.matchAll(/(MANAGE_\w+)(?: \([^)]*\))? for ([\w, ]+)\./g)].flatMap(
      ([, permission, list]) => (list ?? "").split(", ").map((name) => [name, permission]),
    );
    expect(named.length).toBe(5);
    expect(named.filter(([name = "", permission]) => REVIEWED.get(name)?.permission !== permission)).toEqual([]);
  });

  test("workspace key against agent-linked key", () => {
    const [, ...rows] = tableOf(contract, "Behavior");
    const checked: string[] = [];
    for (const [first = "", workspaceKey = "", agentKey = ""] of rows) {
      for (const [name = ""] of first.matchAll(/\w+/g)) {
        if (!REVIEWED.has(name)) continue;
        checked.push(name);
        const may = (["workspace key", "agent-linked key"] as const).map((caller) => mayCall(caller, rightOf(name)));
        expect([name, ...may]).toEqual([name, ...[workspaceKey, agentKey].map((cell) => !cell.startsWith("Rejected"))]);
      }
    }
    expect(checked.length).toBeGreaterThanOrEqual(19);
  });
});

describe("a declaration", () => {
  const { query, mutation } = section(createBuilder(), "Agents");
  const words = { type: "Boolean", says: "Says.", example: {} } as const;

  test("of a mutation says what the audit log keeps, of a query nothing", () => {
    const reads = verb({ may: "USE_CONVS" }, () => true);
    const writes = verb({ may: "USE_CONVS", audit: "everyday" }, () => true);
    expect(() => mutation("change", reads, words)).toThrow("change: ");
    expect(() => query("look", writes, words)).toThrow("look: ");
    query("look", reads, words);
    mutation("change", writes, words);
  });
});
