import type { keptFilesOf } from "../uploads/kept-files.ts";
import { builder } from "./builder.ts";

export const KeptFile = builder.objectRef<ReturnType<typeof keptFilesOf>[number]>("KeptFile").implement({
  description: "An upload that goes with a draft or a canned reply.",
  fields: (t) => ({
    url: t.exposeString("url", { description: "content of a media message." }),
    name: t.exposeString("name"),
    contentType: t.exposeString("contentType"),
    sizeBytes: t.exposeInt("sizeBytes"),
  }),
});

export const KeptFileInput = builder.inputType("KeptFileInput", {
  fields: (t) => ({
    url: t.string({ required: true, description: "As createUpload answered it." }),
    name: t.string({ required: true }),
  }),
});
