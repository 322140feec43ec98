import { createUpload } from "../uploads/create-upload.ts";
import type { UploadAddress } from "../uploads/create-upload.ts";
import { builder } from "./builder.ts";

const UploadPurpose = builder.enumType("UploadPurpose", {
  description: "import: a CSV of contacts; media: what a message shows.",
  values: ["import", "media"] as const,
});

const Upload = builder.objectRef<UploadAddress>("Upload").implement({
  fields: (t) => ({
    fileName: t.exposeString("fileName", { description: "Names the file to bulkImportContacts." }),
    uploadUrl: t.exposeString("uploadUrl", { description: "Takes one PUT of the file's bytes, until expiresAt." }),
    expiresAt: t.expose("expiresAt", { type: "DateTime" }),
    url: t.exposeString("url", { nullable: true, description: "content of a media message; null for an import." }),
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
