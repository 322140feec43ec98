import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Whether Meta signed the body with one of the app's secrets: `x-hub-signature-256: sha256=<hex of HMAC-SHA256>`, over the
 * received bytes.
 */
export function isSigned(header: string | null, body: Uint8Array, secrets: readonly string[]): boolean {
  const given = /^sha256=([0-9a-f]{64})$/i.exec(header ?? "")?.[1];
  if (given === undefined) return false;
  const digest = Buffer.from(given, "hex");
  // Meta signs texts with \u escapes. A proxy that decodes and re-encodes the JSON keeps the meaning but changes the bytes.
  const forms = isAscii(body) ? [body] : [body, escaped(body)];
  return secrets.some((secret) =>
    forms.some((form) => timingSafeEqual(createHmac("sha256", secret).update(form).digest(), digest)),
  );
}

function isAscii(body: Uint8Array): boolean {
  return body.every((byte) => byte < 0x80);
}

function escaped(body: Uint8Array): Buffer {
  const text = Buffer.from(body).toString("utf8");
  return Buffer.from(
    text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    "latin1",
  );
}
