import { z } from "zod";

/** Of Meta's own ids: digits. */
export const metaId = (name: string) =>
  z
    .string(`${name} is required`)
    .trim()
    .regex(/^\d{1,32}$/, `${name} must be Meta's id, digits only`);

export const accessToken = z
  .string("accessToken is required")
  .trim()
  .regex(/^[\x21-\x7e]{1,1024}$/, "accessToken must be a token of Meta's, in one line and without spaces");

export const appSecret = (name: string) =>
  z
    .string(`${name} is required`)
    .trim()
    .regex(/^[\w-]{8,128}$/, `${name} must be the secret of the Meta app, as its settings show it`);
