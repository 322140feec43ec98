import { expect, test } from "vitest";
import { foreignHost, ownFile, pictureSource } from "./remote-picture.ts";

const FILE = "/uploads/7/0123456789abcdef0123456789abcdef.png";
const owner = { of: "messages", id: "a-1" } as const;

test.each([FILE, `https://chat.example.com${FILE}`, `http://127.0.0.1:3000${FILE}`])(
  "%s is a file of ours, asked for where the portal is open",
  (address) => {
    expect(ownFile(address)).toBe(FILE);
    expect(pictureSource(7, owner, address)).toBe(FILE);
    expect(foreignHost(address)).toBeNull();
  },
);

test.each([
  "https://cdn.example.com/a b.png?size=2&x=#y",
  `https://cdn.example.com${FILE}?expires=1`,
  `https://cdn.example.com/x${FILE}`,
  `//cdn.example.com${FILE}`,
  "/export/contacts?workspaceId=7",
  "/uploads/7/../../icon.svg",
  "javascript:alert(1)",
  "data:image/png;base64,AAAA",
  "",
])("%s is not: the server is asked, and nobody else", (address) => {
  const source = new URL(pictureSource(7, owner, address), "https://portal.example.com");
  expect(source.origin).toBe("https://portal.example.com");
  expect(source.pathname).toBe("/pictures/7/messages/a-1");
  expect([...source.searchParams]).toEqual([["url", address]]);
});

test("a foreign host is told by its name", () => {
  expect(foreignHost("https://cdn.example.com:8443/a.mp4")).toBe("cdn.example.com:8443");
  expect(foreignHost("not an address")).toBeNull();
});
