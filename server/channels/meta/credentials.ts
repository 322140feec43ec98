import { z } from "zod";
import { saying } from "../../saying.ts";

/** An id of Meta's: digits. */
export const metaId = (name: string) =>
  z
    .string(saying("channels.required", { field: name }))
    .trim()
    .regex(/^\d{1,32}$/, saying("channels.metaId", { field: name }));

export const accessToken = z
  .string(saying("channels.required", { field: "accessToken" }))
  .trim()
  .regex(/^[\x21-\x7e]{1,1024}$/, saying("channels.metaToken"));

export const appSecret = (name: string) =>
  z
    .string(saying("channels.required", { field: name }))
    .trim()
    .regex(/^[\w-]{8,128}$/, saying("channels.metaSecret", { field: name }));
