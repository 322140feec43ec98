import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { cellText } from "./csv-cells.ts";
import { openImportFile, type RawRow } from "./import-file.ts";

const WORKSPACE = { workspaceId: 1 };

function open(bytes: string | Buffer, pieceBytes = 7) {
  const whole = Buffer.from(bytes as string);
  const pieces = Array.from({ length: Math.ceil(whole.length / pieceBytes) }, (_, i) =>
    whole.subarray(i * pieceBytes, (i + 1) * pieceBytes),
  );
  return openImportFile(WORKSPACE, Readable.from(pieces, { objectMode: false }), null);
}

async function rowsOf(bytes: string | Buffer, pieceBytes?: number) {
  const { columns, rows } = await open(bytes, pieceBytes);
  const read: unknown[] = [];
  for await (const some of rows) read.push(...some.map(plain));
  return { columns, rows: read };
}

const plain = (row: RawRow) => [row.row, "cells" in row ? row.cells.map(cellText) : row.broken];

describe("a file is read", () => {
  const expected = {
    columns: ["phone", "name"],
    rows: [
      [2, ["1", "Ana"]],
      [3, ["2", "Bo"]],
    ],
  };
  test.each([
    ["with commas", "phone,name\n1,Ana\n2,Bo\n"],
    ["with semicolons", "phone;name\n1;Ana\n2;Bo"],
    ["with a byte order mark", "\uFEFFphone,name\n1,Ana\n2,Bo\n"],
    ["with Windows line ends", "phone,name\r\n1,Ana\r\n2,Bo\r\n"],
    ["with old line ends", "phone,name\r1,Ana\r2,Bo"],
    ["with line ends mixed", "phone,name\r\n1,Ana\n2,Bo"],
    ["with quotes", '"phone","name"\n"1","Ana"\n"2","Bo"'],
    ["with other capitals and blanks in the header", " PHONE , Name \n1,Ana\n2,Bo"],
  ])("%s, in pieces of any size", async (_, text) => {
    for (const size of [1, 2, 3, 7, 1_000]) expect(await rowsOf(text, size)).toEqual(expected);
  });

  test("rows are numbered as a spreadsheet does: the header is 1, empty rows count, a line end in a cell does not", async () => {
    const text = 'phone,name\n\n1,"Ana\nMaria"\n,\n \t,  \n2,5" pipe\n3,"a ""b"" c"\n\n';
    expect((await rowsOf(text)).rows).toEqual([
      [3, ["1", "Ana\nMaria"]],
      [6, ["2", '5" pipe']],
      [7, ["3", 'a "b" c']],
    ]);
  });

  test("rows with more or fewer cells are told as they are", async () => {
    expect((await rowsOf("phone,name\n1\n2,Bo,x\n")).rows).toEqual([
      [2, ["1"]],
      [3, ["2", "Bo", "x"]],
    ]);
  });

  test("a quote that is never closed ends the file in words, without collecting the rest", async () => {
    expect((await rowsOf('phone,name\n1,Ana\n2,"Bo\n3,Cy\n')).rows).toEqual([
      [2, ["1", "Ana"]],
      [3, "A quote is opened here and never closed; the file cannot be read from this row on"],
    ]);
    const long = await rowsOf(`phone,name\n1,Ana\n\n2,"Bo${"\n3,Cy".repeat(100_000)}`, 64 * 1024);
    expect(long.rows).toEqual([
      [2, ["1", "Ana"]],
      [4, expect.stringContaining("longer than 64 KiB") as unknown],
    ]);
  });
});

describe("what is made to harm is read in pieces of bounded size", () => {
  const tooLong = expect.stringContaining("longer than 64 KiB") as unknown;
  test.each<[string, string, unknown[]]>([
    [
      "one row of ten million empty cells",
      `1,Ana\n${",".repeat(10_000_000)}\n2,Bo\n`,
      [
        [2, ["1", "Ana"]],
        [3, tooLong],
      ],
    ],
    [
      "one cell of ten million characters",
      `1,Ana\n${"x".repeat(10_000_000)}\n2,Bo\n`,
      [
        [2, ["1", "Ana"]],
        [3, tooLong],
      ],
    ],
    [
      "a quote that is never closed",
      `1,Ana\n2,"${"Bo\n".repeat(3_000_000)}`,
      [
        [2, ["1", "Ana"]],
        [3, tooLong],
      ],
    ],
    [
      "ten million empty lines",
      `1,Ana\n${"\n".repeat(10_000_000)}2,Bo\n`,
      [
        [2, ["1", "Ana"]],
        [10_000_003, ["2", "Bo"]],
      ],
    ],
  ])("%s", async (_, text, expected) => {
    const file = await open(`phone,name\n${text}`, 64 * 1024);
    const read: unknown[] = [];
    for await (const some of file.rows) read.push(...some.map(plain));
    expect(read).toEqual(expected);
  });
});

describe("a file of which no row could be judged is refused", () => {
  const swapped = Buffer.from("phone\n1\n", "utf16le").swap16();
  test.each<[string, string | Buffer, string]>([
    ["empty", "", "the file is empty"],
    ["blank lines only", "\n\n", "the file is empty"],
    ["UTF-16 with a byte order mark", Buffer.from("\uFEFFphone\n1\n", "utf16le"), "looks like UTF-16"],
    ["UTF-16, the other way round", Buffer.concat([Buffer.from([0xfe, 0xff]), swapped]), "looks like UTF-16"],
    ["UTF-16 without a byte order mark", Buffer.from("phone,name\n1,Ana\n", "utf16le"), "looks like UTF-16"],
    ["an unknown column", "phone,nickname\n", "there is no column “nickname”; the columns are externalClientId, name,"],
    ["a column of createClient's that rows cannot set", "phone,workspaceId\n", "there is no column “workspaceId”"],
    ["a column without a name", "phone,,name\n", "column 2 has no name"],
    ["a column twice", "phone,name,Phone\n", "the column phone is there twice"],
    ["neither id nor phone", "name,email\n", "a column externalClientId or phone is needed"],
    ["a header that is no UTF-8", Buffer.from("phone,n\xe4me\n", "latin1"), "column 2 has no name"],
    ["something else altogether", Buffer.from("%PDF-1.7 \n%\xff\xff\n", "latin1"), "there is no column “%PDF-1.7”"],
    ["a quote in the header that is never closed", '"phone,name\n1,Ana\n', "A quote is opened here"],
  ])("%s", async (_, bytes, message) => {
    await expect(open(bytes)).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: expect.stringContaining(message) as unknown,
      fields: [{ path: "input.fileName" }],
    });
  });

  test("and closes its source, as one that is left in the middle does", async () => {
    const source = Readable.from(Array(100).fill(Buffer.from("nothing\n")), { objectMode: false });
    await expect(openImportFile(WORKSPACE, source, null)).rejects.toThrow("no column");
    const left = Readable.from(Array(100_000).fill(Buffer.from("1\n")), { objectMode: false });
    left.unshift(Buffer.from("phone\n"));
    (await openImportFile(WORKSPACE, left, null)).close();
    await new Promise((wait) => setTimeout(wait, 50));
    expect([source.destroyed, left.destroyed]).toEqual([true, true]);
  });

  test("a source that breaks off is a fault, not the end of the file", async () => {
    async function* breaking() {
      yield Buffer.from("phone\n1\n");
      await Promise.resolve();
      throw new Error("the disk is gone");
    }
    const reading = async () => {
      const { rows } = await openImportFile(WORKSPACE, Readable.from(breaking(), { objectMode: false }), null);
      for await (const some of rows) expect(some.length).toBeLessThan(2);
    };
    await expect(reading()).rejects.toThrow("the disk is gone");
  });
});
