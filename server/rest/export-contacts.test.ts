import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { createTestClient, createTestMember, createTestWorkspace } from "../testing/factories.ts";
import { askApp } from "../testing/ask-app.ts";

const SEGMENT = "mutation ($input: SegmentCreateInput!) { createSegment(input: $input) { id } }";

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let workspaceId: number;

beforeAll(async () => {
  workspace = await createTestWorkspace();
  ({ workspaceId } = workspace);
});

function ask(search: string, headers: Record<string, string> = { authorization: workspace.apiKey }): Promise<Response> {
  const query = `workspaceId=${workspaceId}${search ? `&${search}` : ""}`;
  return askApp(new Request(`http://localhost:3000/export/contacts?${query}`, { headers }));
}

async function rowsOf(response: Response): Promise<Record<string, string>[]> {
  expect(response.status).toBe(200);
  const text = Buffer.from(await response.arrayBuffer()).toString();
  expect(text.startsWith("\uFEFFexternalClientId,name,")).toBe(true);
  // Split rows as spreadsheets and our own import do.
  return parse(text, { columns: true, bom: true, record_delimiter: ["\r\n", "\n", "\r"] });
}

describe("GET /export/contacts", () => {
  test("what matches the filters, formulas disarmed, with the names of an import", async () => {
    await createTestClient(workspaceId, {
      externalClientId: "f-1",
      name: "=HYPERLINK(1)",
      surname: "-1+2",
      phone: "+48600100200",
      email: "f@example.com",
      tags: ["vip", "pl"],
    });
    await createTestClient(workspaceId, {
      externalClientId: "f-2",
      name: 'Quote " and, comma',
      city: "Łódź",
      address: "Home\n2nd floor",
    });
    const response = await ask("");
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="contacts \d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(await rowsOf(response)).toMatchObject([
      { externalClientId: "f-2", name: 'Quote " and, comma', city: "Łódź", address: "Home\n2nd floor", phone: "" },
      { externalClientId: "f-1", name: "'=HYPERLINK(1)", surname: "'-1+2", phone: "'+48600100200", tags: "vip|pl" },
    ]);
    expect((await rowsOf(await ask("tags=vip"))).map((row) => row.externalClientId)).toEqual(["f-1"]);
    expect((await rowsOf(await ask("search=quote+comma"))).map((row) => row.externalClientId)).toEqual(["f-2"]);
    expect((await rowsOf(await ask("noneTags=vip"))).map((row) => row.externalClientId)).toEqual(["f-2"]);
    const { id } = await workspace.api.ok<{ id: string }>(SEGMENT, { name: "VIPs", filter: { tags: ["vip"] } });
    expect((await rowsOf(await ask(`segmentId=${id}`))).map((row) => row.externalClientId)).toEqual(["f-1"]);
    for (const wrong of ["lastBroadcast=lost", "silentForDays=soon", "wroteWithinDays=0"])
      expect((await ask(wrong)).status, wrong).toBe(422);
    const [record] = await database().auditEntry.findMany({ where: { workspaceId, action: "exportClients" } });
    expect(record).toMatchObject({ actorKind: "workspaceKey" });
  });

  test("an AGENT's file is masked; their question by an e-mail is refused; without a seat there is none", async () => {
    const agent = await createTestMember(workspaceId, "AGENT");
    const headers = { authorization: `Bearer ${agent.token}` };
    const [row] = await rowsOf(await ask("tags=vip", headers));
    expect(row).toMatchObject({ phone: "'+48•••••••00", email: "f•••@example.com" });
    expect((await ask("email=f@", headers)).status).toBe(403);
    const stranger = await createTestMember((await createTestWorkspace()).workspaceId, "ADMIN");
    expect((await ask("", { authorization: `Bearer ${stranger.token}` })).status).toBe(403);
    expect((await ask("", {})).status).toBe(401);
    expect((await ask("createdFrom=yesterday")).status).toBe(422);
  });

  test("5,000 contacts in batches, each once, newest first", async () => {
    const made = await createTestWorkspace();
    await database().$executeRaw`
      insert into "Client" ("workspaceId", id, "externalClientId", name, "createdAt")
      select ${made.workspaceId}, gen_random_uuid(), 'n-' || n, 'Name ' || n, now() - make_interval(secs => n / 7)
      from generate_series(1, 5000) n`;
    const response = await askApp(
      new Request(`http://localhost:3000/export/contacts?workspaceId=${made.workspaceId}`, {
        headers: { authorization: made.apiKey },
      }),
    );
    const rows = await rowsOf(response);
    expect(new Set(rows.map((row) => row.externalClientId)).size).toBe(5_000);
    const times = rows.map((row) => row.createdAt ?? "");
    expect(times).toEqual(times.toSorted().reverse());
  });

  test("a file that is not read to its end leaves nothing open", async () => {
    const response = await ask("");
    await response.body?.cancel();
    expect((await ask("")).status).toBe(200);
  });
});
