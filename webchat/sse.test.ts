import fc from "fast-check";
import { expect, test } from "vitest";
import { createEventReader } from "./sse.ts";

const WIRE =
  'id: c1\nevent: message\ndata: {"a":"é"}\n\n: beat\n\nevent: typing\r\ndata: 1\r\ndata: 2\r\n\r\nid: c2\n\ndata:bare\n\n';
const EVENTS = [
  { event: "message", data: '{"a":"é"}', id: "c1" },
  { event: "typing", data: "1\n2", id: null },
  { event: "message", data: "bare", id: null },
];

test("in whatever pieces a stream comes, the same events come out", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(WIRE.length)), (cuts) => {
      const read = createEventReader();
      const places = [0, ...[...cuts].sort((a, b) => a - b), WIRE.length];
      const events = places.slice(1).flatMap((end, at) => read(WIRE.slice(places[at], end)));
      expect(events).toEqual(EVENTS);
    }),
  );
});

test("an event that has not ended is none yet", () => {
  const read = createEventReader();
  expect(read("data: half")).toEqual([]);
  expect(read("\n")).toEqual([]);
  expect(read("\n")).toEqual([{ event: "message", data: "half", id: null }]);
});
