import { describe, expect, test } from "vitest";
import type { ImportColumn } from "./import-columns.ts";
import { readImportRow } from "./check-import.ts";
import { splitFullName } from "./split-cells.ts";

const AGENT = "0198a000-0000-7000-8000-000000000001";
const STAGE = "0198a000-0000-7000-8000-000000000002";
const references = {
  agentIds: new Set([AGENT]),
  stageIds: new Map([
    ["Lead", STAGE],
    [STAGE, STAGE],
  ]),
};

function read(cells: Partial<Record<ImportColumn, string | Buffer>>) {
  const columns = Object.keys(cells) as ImportColumn[];
  return readImportRow(
    columns,
    Object.values(cells).map((cell) => Buffer.from(cell as string).toString("latin1")),
    references,
  );
}

describe("what is wrong with a row", () => {
  const id = { externalClientId: "c-1" };
  test.each<[string, Partial<Record<ImportColumn, string | Buffer>>, string]>([
    ["a formula", { ...id, name: "=1+1" }, 'name may not begin with "=": spreadsheets would run it as a formula'],
    ["a formula behind a blank, which trimming would uncover", { ...id, name: "  =1" }, 'name may not begin with "="'],
    ["plus", { ...id, city: "+cmd" }, 'city may not begin with "+"'],
    ["minus", { ...id, city: "-2" }, 'city may not begin with "-"'],
    ["at", { ...id, code: "@SUM(A1)" }, 'code may not begin with "@"'],
    ["tab", { ...id, name: "\tAna" }, 'name may not begin with "\\t"'],
    ["carriage return", { ...id, name: "\rAna" }, 'name may not begin with "\\r"'],
    ["line feed", { ...id, name: "\nAna" }, 'name may not begin with "\\n"'],
    ["full-width equals", { ...id, name: "＝1" }, 'name may not begin with "＝"'],
    ["full-width plus", { ...id, name: "＋1" }, 'name may not begin with "＋"'],
    ["full-width minus", { ...id, name: "－1" }, 'name may not begin with "－"'],
    ["full-width at", { ...id, name: "＠A" }, 'name may not begin with "＠"'],
    ["a formula in the id", { externalClientId: "+cmd|' /C calc'!A0" }, 'externalClientId may not begin with "+"'],
    ["a formula in the phone", { phone: "+49151+cmd" }, 'phone may not begin with "+"'],
    ["a formula in a tag", { ...id, tags: "vip|=1+1" }, 'tags may not begin with "="'],
    ["a phone that is none", { phone: "hello" }, "This phone number cannot be used: it is not a phone number"],
    ["a phone that is too short", { phone: "+49 1" }, "This phone number cannot be used: it is too short"],
    ["a phone of the wrong length", { phone: "+1 202 555 01234" }, "no number of its country has that many digits"],
    ["a phone without its country", { ...id, phone: "0151 12345678" }, "This phone number cannot be used"],
    ["an e-mail that is none", { ...id, email: "ana@" }, "email must be an e-mail address"],
    [
      "an e-mail that is too long",
      { ...id, email: `${"a".repeat(250)}@x.de` },
      "email may have at most 254 characters",
    ],
    ["no UTF-8", { ...id, name: Buffer.from("Jürgen", "latin1") }, "name is not text in UTF-8"],
    ["half a character", { ...id, name: Buffer.from([0xe2, 0x82]) }, "name is not text in UTF-8"],
    ["NUL", { ...id, name: "A\0B" }, "name may not contain the NUL character"],
    ["a name that is too long", { ...id, name: "x".repeat(201) }, "name may have at most 200 characters"],
    ["an address that is too long", { ...id, address: "x".repeat(1001) }, "address may have at most 1000 characters"],
    [
      "an id that is too long",
      { externalClientId: "x".repeat(201) },
      "externalClientId may have at most 200 characters",
    ],
    ["a tag that is too long", { ...id, tags: "x".repeat(101) }, "may have at most 100 characters"],
    [
      "too many tags",
      { ...id, tags: Array.from({ length: 101 }, (_, i) => i).join("|") },
      "tags may have at most 100 tags",
    ],
    [
      "neither id nor phone",
      { externalClientId: " ", phone: "", name: "Ana" },
      "The row has neither an externalClientId nor a phone",
    ],
    ["an agent who is not there", { ...id, defaultAgentId: STAGE }, "There is no agent with this defaultAgentId"],
    ["a stage that is not there", { ...id, stage: "Customer" }, "There is no contact stage “Customer”"],
  ])("%s", (_, cells, problem) => {
    expect(read(cells)).toEqual({ problem: expect.stringContaining(problem) as unknown });
  });

  test("too few and too many cells", () => {
    const columns: ImportColumn[] = ["externalClientId", "name"];
    expect(readImportRow(columns, ["1"], references)).toEqual({
      problem: "The row has 1 cells, but the header has 2",
    });
    expect(readImportRow(columns, ["1", "Ana", "x"], references)).toEqual({
      problem: "The row has 3 cells, but the header has 2",
    });
  });
});

test("a good row is stored by the rules of createClient; empty cells say nothing", () => {
  expect(
    read({
      externalClientId: " +49 151 12345678 ",
      name: " Ana ",
      surname: "",
      phone: "+49 (151) 1234-5678",
      email: "ana@x.de",
      tags: "vip| gold |vip|, new; old",
      stage: "Lead",
      defaultAgentId: AGENT.toUpperCase(),
    }),
  ).toEqual({
    externalClientId: "+49 151 12345678",
    name: "Ana",
    phone: "+4915112345678",
    country: "DE",
    email: "ana@x.de",
    tags: ["vip", "gold", "new", "old"],
    stageId: STAGE,
    defaultAgentId: AGENT,
  });
  expect(read({ phone: "0151 12345678", country: "DE", stage: STAGE })).toEqual({
    externalClientId: null,
    phone: "+4915112345678",
    country: "DE",
    stageId: STAGE,
  });
  expect(read({ externalClientId: "1", tags: " | ,;" })).toEqual({ externalClientId: "1", stageId: null });
  expect(read({ externalClientId: "1", name: "it's = fine - here @ all", city: "O’Fallon" })).toMatchObject({
    name: "it's = fine - here @ all",
  });
});

describe("a full name", () => {
  const NAMES: [string, string, string][] = [
    ["Ana Silva", "Ana", "Silva"],
    ["  Ana   Maria  Silva ", "Ana Maria", "Silva"],
    ["Silva, Ana Maria", "Ana Maria", "Silva"],
    ["Ana", "Ana", ""],
    ["Ana,", "Ana", ""],
    ["Maria de la Cruz", "Maria", "de la Cruz"],
    ["Ludwig van Beethoven", "Ludwig", "van Beethoven"],
    ["ana silva", "ana", "silva"],
    ["jan pieter silva", "jan pieter", "silva"],
    ["王 小明", "王", "小明"],
  ];
  test.each(NAMES)("%j is split", (fullName, name, surname) => {
    expect(splitFullName(fullName)).toEqual({ name, surname });
  });

  test("is stored as first name and surname; one word leaves the surname as it is", () => {
    const id = { externalClientId: "c-1" };
    expect(read({ ...id, fullName: "Silva, Ana" })).toMatchObject({ name: "Ana", surname: "Silva" });
    expect(read({ ...id, fullName: "Ana" })).toEqual({ externalClientId: "c-1", name: "Ana", stageId: null });
  });

  test("hides no formula behind its first word", () => {
    expect(read({ externalClientId: "c-1", fullName: "Ana =1+1" })).toEqual({
      problem: 'fullName may not begin with "=": spreadsheets would run it as a formula',
    });
  });
});

test.each([
  [" vip, new customer ;gold|| ", ["vip", "new customer", "gold"]],
  [" ,;| ", undefined],
  ["a|b", ["a", "b"]],
])("the tags %j are split by comma, semicolon or bar", (cell, tags) => {
  expect((read({ externalClientId: "c-1", tags: cell }) as { tags?: string[] }).tags).toEqual(tags);
});
