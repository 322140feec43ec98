import { createUpload } from "../uploads/create-upload.ts";
import type { UploadAddress } from "../uploads/create-upload.ts";
import { builder } from "./builder.ts";

const UploadPurpose = builder.enumType("UploadPurpose", {
  description:
    "import: a CSV of contacts; media: what a message shows; knowledge: what a built-in assistant answers from (pdf, docx, txt, md, csv, html; 16 MiB).",
  values: ["import", "media", "knowledge"] as const,
});

const Upload = builder.objectRef<UploadAddress>("Upload").implement({
  fields: (t) => ({
    fileName: t.exposeString("fileName", {
      description: "Names the file to bulkImportContacts, or as a source of an assistant.",
    }),
    uploadUrl: t.exposeString("uploadUrl", { description: "Takes one PUT of the file's bytes, until expiresAt." }),
    expiresAt: t.expose("expiresAt", { type: "DateTime" }),
    url: t.exposeString("url", { nullable: true, description: "content of a media message; null for other purposes." }),
  }),
});

const UploadCreateInput = builder.inputType("UploadCreateInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    contentType: t.string({ required: true }),
    purpose: t.field({ type: UploadPurpose, required: true }),
    name: t.string(),
  }),
});

builder.mutationField("createUpload", (t) =>
  t.field({
    type: Upload,
    args: { input: t.arg({ type: UploadCreateInput, required: true }) },
    resolve: (_, { input }, { ctx }) => createUpload(ctx, input),
  }),
);
