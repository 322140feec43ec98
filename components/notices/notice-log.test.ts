import { expect, test } from "vitest";
import type { Notice } from "./notice.ts";
import { createNoticeLog } from "./notice-log.ts";

const notice = (id: string, convId = `conv ${id}`): Notice => ({ id, convId, event: "mention", name: "Ana" });

test("notices are listed newest first, each once, and counted until they are seen", () => {
  const log = createNoticeLog();
  log.add([notice("a")], 1);
  log.add([notice("a"), notice("b")], 2);
  expect(log.now().heard.map(({ id, at }) => [id, at])).toEqual([
    ["b", 2],
    ["a", 1],
  ]);
  expect(log.now().unseen).toBe(2);
  log.see();
  log.add([notice("c")], 3);
  expect(log.now().unseen).toBe(1);
});

test("the last new one that is read leaves nothing new, whatever else is listed", () => {
  const log = createNoticeLog();
  log.add([notice("old")], 1);
  log.see();
  log.add([notice("new")], 2);
  log.drop("conv new");
  expect(log.now()).toMatchObject({ heard: [{ id: "old" }], unseen: 0 });
});

test("what was read goes, old ones go, and the next person finds nothing", () => {
  const log = createNoticeLog();
  log.add(
    Array.from({ length: 40 }, (_, index) => notice(`${index}`)),
    1,
  );
  expect(log.now()).toMatchObject({ heard: { length: 30 }, unseen: 30 });
  log.drop("conv 3");
  expect(log.now()).toMatchObject({ heard: { length: 29 }, unseen: 29 });
  log.clear();
  expect(log.now()).toEqual({ heard: [], unseen: 0 });
});
