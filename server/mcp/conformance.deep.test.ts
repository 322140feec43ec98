import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createTestWorkspace } from "../testing/factories.ts";
import { openDoors, type Doors } from "../testing/doors.ts";

/**
 * Checks that cannot pass, because their scenarios call tools, resources and prompts of the suites' own reference server.
 * Each entry (a scenario, or one check of it) must fail, and only with its reason's text. An entry that does not fail is an
 * error too.
 */
const NEEDS_FIXTURES: { reason: string; says: RegExp; lists: string[] }[] = [
  {
    reason: "tools of the reference server",
    says: /Unknown tool: |Tool '\w+' not found|exposes no tool with x-mcp-header|does not list the diagnostic tool|InputRequiredResult/,
    lists: [
      "tools-call-simple-text",
      "tools-call-image",
      "tools-call-audio",
      "tools-call-embedded-resource",
      "tools-call-mixed-content",
      "tools-call-error",
      "tools-call-with-progress",
      "tools-call-sampling",
      "tools-call-elicitation",
      "elicitation-sep1034-defaults",
      "elicitation-sep1330-enums",
      "json-schema-2020-12",
      "http-custom-header-server-validation:sep-2243-server-no-xmcp-tool",
      "http-custom-header-server-validation:sep-2243-server-decode-base64",
      "http-custom-header-server-validation:sep-2243-server-validate-param-match",
      "http-custom-header-server-validation:sep-2243-server-reject-invalid-param-chars",
      "http-custom-header-server-validation:sep-2243-server-reject-param-mismatch",
      "server-stateless:sep-2575-server-rejects-undeclared-capability",
      "server-stateless:sep-2575-missing-capability-http-400",
      "server-stateless:sep-2575-http-server-no-independent-requests-on-stream",
      "server-stateless:sep-2575-server-no-log-without-loglevel",
      "input-required-result-basic-elicitation",
      "input-required-result-basic-sampling",
      "input-required-result-basic-list-roots",
      "input-required-result-request-state",
      "input-required-result-multiple-input-requests",
      "input-required-result-multi-round",
      "input-required-result-result-type",
      "input-required-result-tampered-state",
      "input-required-result-capability-check",
    ],
  },
  {
    reason: "resources of the reference server",
    says: /Resource not found: test:/,
    lists: ["resources-read-text", "resources-read-binary", "resources-templates-read"],
  },
  {
    reason: "subscriptions, templates, prompts, completion and logging, which a server may leave out",
    says: /Method not found$/,
    lists: [
      "resources-subscribe",
      "resources-unsubscribe",
      "caching:sep-2549-resources-templates-list-caching-hints",
      "prompts-list",
      "prompts-get-simple",
      "prompts-get-with-args",
      "prompts-get-embedded-resource",
      "prompts-get-with-image",
      "caching:sep-2549-prompts-list-caching-hints",
      "input-required-result-non-tool-request",
      "completion-complete",
      "logging-set-level",
      "tools-call-with-logging",
    ],
  },
];

const require = createRequire(import.meta.url);
const COMMANDS: Record<string, string> = {
  "@modelcontextprotocol/conformance": require.resolve("@modelcontextprotocol/conformance/dist/index.js"),
  "conformance-next": require.resolve("conformance-next/dist/index.js"),
};

const SUITES: { suite: string; args: string; passes: Record<string, number> }[] = [
  {
    suite: "@modelcontextprotocol/conformance",
    args: "--suite all",
    passes: { "server-initialize": 1, ping: 1, "tools-list": 1, "dns-rebinding-protection": 2 },
  },
  {
    suite: "conformance-next",
    args: "--suite all --spec-version 2025-06-18",
    passes: { "server-initialize": 2, ping: 2, "tools-list": 2 },
  },
  {
    suite: "conformance-next",
    args: "--suite all --spec-version 2025-11-25",
    passes: { "server-initialize": 2, ping: 2, "tools-list": 3, "dns-rebinding-protection": 2 },
  },
  {
    suite: "conformance-next",
    args: "--suite all --spec-version 2026-07-28",
    passes: {
      "tools-list": 4,
      "server-stateless": 24,
      "http-header-validation": 14,
      "dns-rebinding-protection": 2,
      caching: 6,
      "server-sse-multiple-streams": 1,
      "input-required-result-unsupported-methods": 2,
      "input-required-result-validate-input": 3,
    },
  },
];

const checks = z.array(
  z.object({
    id: z.string(),
    status: z.enum(["SUCCESS", "FAILURE", "WARNING", "INFO", "SKIPPED"]),
    errorMessage: z.string().optional(),
  }),
);

let doors: Doors;
/**
 * The suites' commands cannot send our headers, so the test's server adds them. It also presents itself as our own origin to
 * their pages.
 */
const credentials: Record<string, string> = {};
beforeAll(async () => {
  doors = await openDoors(credentials);
  process.env.APP_URL = `http://localhost:${doors.port}`;
  const { apiKey, workspaceId } = await createTestWorkspace();
  Object.assign(credentials, { authorization: apiKey, "x-workspace-id": String(workspaceId) });
});
afterAll(() => doors.close());

type Check = z.infer<typeof checks>[number] & { scenario: string };

/** All checks of a suite's command. Its exit code is ignored, because it does not know which features we leave out. */
async function runSuite(suite: string, args: string): Promise<Check[]> {
  const output = await mkdtemp(join(tmpdir(), "conformance-"));
  const url = `http://localhost:${doors.port}/mcp`;
  const words = [COMMANDS[suite] ?? "", "server", "--url", url, "-o", output, ...args.split(" ")];
  await new Promise<void>((done) => void execFile(process.execPath, words, { cwd: output }, () => done()));
  const found = await Promise.all(
    (await readdir(output)).map(async (folder) => {
      const scenario = folder.replace(/^server-/, "").replace(/-\d{4}-\d{2}-\d{2}T.*$/, "");
      const list = checks.parse(JSON.parse(await readFile(join(output, folder, "checks.json"), "utf8")));
      return list.map((check) => ({ scenario, ...check }));
    }),
  );
  await rm(output, { recursive: true });
  return found.flat();
}

/** The entry of the list above for a check that must fail. */
function expectation({ scenario, id }: Check) {
  for (const { reason, says, lists } of NEEDS_FIXTURES) {
    const entry = lists.find((listed) => listed === scenario || listed === `${scenario}:${id}`);
    if (entry) return { reason, says, entry };
  }
  return null;
}

describe.each(SUITES)("$suite $args", ({ suite, args, passes }) => {
  test("passes what needs no fixtures, and fails nothing else for any other reason", async () => {
    const all = await runSuite(suite, args);
    const failures = all.filter(({ status }) => status === "FAILURE");
    const unexpected = failures.filter((check) => {
      const expected = expectation(check);
      return !expected?.says.test(check.errorMessage ?? "");
    });
    const ran = new Set(all.map(({ scenario }) => scenario));
    const failed = new Set(failures.map((check) => expectation(check)?.entry));
    const inVain = NEEDS_FIXTURES.flatMap(({ lists }) => lists).filter(
      (entry) => ran.has(entry.split(":")[0] ?? "") && !failed.has(entry),
    );

    const count = (scenario: string, status: Check["status"]) =>
      all.filter((check) => check.scenario === scenario && check.status === status).length;
    const reached = [...ran].map((scenario) => ({
      scenario,
      passed: count(scenario, "SUCCESS"),
      failed: count(scenario, "FAILURE"),
    }));
    const told = (scenarios: typeof reached) =>
      scenarios.map(({ scenario, passed, failed }) => `${scenario} ${passed}/${passed + failed}`).join(", ");
    console.info(
      [
        `${suite} ${args}: ${reached.reduce((sum, { passed }) => sum + passed, 0)} checks passed, ${failures.length} need fixtures, ${unexpected.length} failed`,
        `  passed whole: ${told(reached.filter(({ passed, failed }) => passed > 0 && failed === 0))}`,
        `  passed but for fixtures: ${told(reached.filter(({ passed, failed }) => passed > 1 && failed > 0))}`,
        ...NEEDS_FIXTURES.map(
          ({ reason }) =>
            `  need ${reason}: ${failures.filter((check) => expectation(check)?.reason === reason).length}`,
        ),
      ].join("\n"),
    );
    expect(unexpected).toEqual([]);
    expect(inVain).toEqual([]);
    expect(Object.fromEntries(reached.map(({ scenario, passed }) => [scenario, passed]))).toMatchObject(passes);
  }, 60_000);
});
