import { request as httpRequest, type Agent } from "node:http";
import fc from "fast-check";
import type { Given } from "./answers.ts";
import type { Door } from "./door.ts";
import { change, changed, oddValue, type Change } from "./odd-values.ts";

/** A request as it is sent. */
export type Shot = {
  door: Door;
  path: string;
  headers: Record<string, string>;
  bytes: Buffer;
  /** The expected effect of the size alone: one byte above the limit is 413, the largest allowed size is not. */
  size: "too large" | "largest" | "any";
};

/** The change to a valid body. */
type Twist =
  | { kind: "changed"; changes: Change[] }
  | { kind: "other"; value: unknown }
  | { kind: "cut"; at: number }
  | { kind: "bytes"; bytes: Uint8Array }
  | { kind: "type"; contentType: string }
  | { kind: "proof"; text: string }
  | { kind: "as it is" | "too large" | "largest" | "megabyte" | "deep list" | "deep object" };

const TYPES = [
  "",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/xml",
];
const DEEP = 30_000;

export const twist: fc.Arbitrary<Twist> = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.record({
      kind: fc.constant("changed" as const),
      changes: fc.array(change, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 15, arbitrary: fc.record({ kind: fc.constant("as it is" as const) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("other" as const), value: oddValue }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("cut" as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("bytes" as const), bytes: fc.uint8Array({ maxLength: 200 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("type" as const), contentType: fc.constantFrom(...TYPES) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("proof" as const), text: fc.stringMatching(/^[\x20-\x7e]{0,80}$/) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("deep list" as const, "deep object" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom("too large" as const, "largest" as const, "megabyte" as const) }),
  },
);

/** An endpoint's request with the change applied. `no` is different for each request. */
export async function shotAt(door: Door, twisted: Twist, no: number): Promise<Shot> {
  const bytes = bytesOf(door, twisted, no);
  const headers = door.headers(bytes);
  if (twisted.kind === "type") headers["content-type"] = twisted.contentType;
  if (twisted.kind === "proof") {
    for (const name of Object.keys(headers))
      if (/authorization|token|signature/.test(name)) headers[name] = twisted.text;
  }
  const size = twisted.kind === "too large" || twisted.kind === "largest" ? twisted.kind : "any";
  return { door, path: await door.path(), headers, bytes, size };
}

function bytesOf(door: Door, twisted: Twist, no: number): Buffer {
  const body = door.body(no);
  const plain = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  switch (twisted.kind) {
    case "changed":
      if (Buffer.isBuffer(body))
        return Buffer.concat([plain.subarray(0, (no * 7) % plain.length), Buffer.from("<svg>")]);
      return Buffer.from(JSON.stringify(changed(body, twisted.changes, door.kept)) ?? "");
    case "other":
      return Buffer.from(JSON.stringify(twisted.value));
    case "cut":
      return plain.subarray(0, Math.floor(plain.length * twisted.at));
    case "bytes":
      return Buffer.from(twisted.bytes);
    case "too large":
      return ofSize(body, door.limitBytes + 1);
    case "largest":
      return ofSize(body, door.limitBytes);
    case "megabyte":
      return ofSize(body, 1024 * 1024);
    case "deep list":
      return inside(body, "[".repeat(DEEP) + "]".repeat(DEEP));
    case "deep object":
      return inside(body, '{"a":'.repeat(DEEP) + "1" + "}".repeat(DEEP));
    default:
      return plain;
  }
}

/** The same body padded to this many bytes, with an unknown member or with trailing bytes. */
function ofSize(body: unknown, bytes: number): Buffer {
  if (Buffer.isBuffer(body)) return Buffer.concat([body, Buffer.alloc(Math.max(0, bytes - body.length))]);
  const begin = JSON.stringify(body).slice(0, -1);
  const joint = begin === "{" ? '"padding":"' : ',"padding":"';
  const rest = bytes - Buffer.byteLength(begin + joint) - 2;
  return Buffer.from(`${begin}${joint}${"x".repeat(Math.max(0, rest))}"}`);
}

function inside(body: unknown, json: string): Buffer {
  if (Buffer.isBuffer(body)) return Buffer.from(json);
  const begin = JSON.stringify(body).slice(0, -1);
  return Buffer.from(`${begin}${begin === "{" ? "" : ","}"deep":${json}}`);
}

/** Sends the request unchanged. A response that comes before the whole body was sent counts. */
export function send(
  { base, agent }: { base: string; agent: Agent },
  { method, path, headers, bytes }: { method: string; path: string; headers: Record<string, string>; bytes: Buffer },
): Promise<Given> {
  return new Promise((resolve) => {
    let isAnswered = false;
    const lost = (error: Error) => resolve({ status: 0, text: error.message });
    const sending = httpRequest(
      base + path,
      { method, agent, headers: { ...headers, "content-length": bytes.length } },
      (response) => {
        isAnswered = true;
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
        response.on("error", lost);
      },
    );
    sending.on("error", (error) => {
      if (!isAnswered) lost(error);
    });
    sending.end(bytes);
  });
}

/** Whether the body was refused. The model-context protocol reports that inside a 200 response. */
export function isRefused({ status, text }: Given): boolean {
  return status >= 400 || /"isError":\s*true|"error":\s*\{"code":\s*-/.test(text);
}
