import { createUpload, type UploadAddress } from "../uploads/create-upload.ts";
import { builder } from "./builder.ts";
import { section } from "./operation.ts";

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

const { mutation } = section(builder, "Files and import");

mutation("createUpload", createUpload, {
  type: Upload,
  input: (t) => ({
    contentType: t.string({ required: true }),
    purpose: t.field({ type: UploadPurpose, required: true }),
    name: t.string(),
  }),
  says: "A signed address to PUT one file to, and the name it will have.",
  example: { contentType: "text/csv", purpose: "import" },
});
