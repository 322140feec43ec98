import type { VariablesOf } from "gql.tada";
import { gqlRequest } from "../graphql/gql-request.ts";
import { graphql } from "../graphql/graphql.ts";
import { networkWords, refusalWords, type Refusal } from "../graphql/network-words.ts";

const CREATE_UPLOAD = graphql(`
  mutation CreateUpload($input: UploadCreateInput!) {
    createUpload(input: $input) {
      fileName
      uploadUrl
      url
    }
  }
`);

export type UploadOptions = {
  /** Hears the share that has left this browser, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/**
 * Puts a file into the service's storage; answers the address that a message names it by.
 * @throws Error in words for people; an AbortError when it was taken back.
 */
export async function uploadMedia(workspaceId: number, file: File, options: UploadOptions): Promise<string> {
  const { url } = await upload(
    { workspaceId, contentType: file.type, purpose: "media", name: file.name },
    file,
    options,
  );
  if (url === null) throw new Error(networkWords("noAddress"));
  return url;
}

/**
 * The same for what an assistant is to read; answers the name that its source names it by.
 * @param contentType of the file, which browsers do not know of all of them.
 */
export async function uploadKnowledge(
  workspaceId: number,
  file: File,
  contentType: string,
  options: UploadOptions,
): Promise<string> {
  return (await upload({ workspaceId, contentType, purpose: "knowledge", name: file.name }, file, options)).fileName;
}

/** The same for a CSV of contacts; answers the name that its import names it by. */
export async function uploadImport(workspaceId: number, file: File, options: UploadOptions): Promise<string> {
  return (await upload({ workspaceId, contentType: "text/csv", purpose: "import", name: file.name }, file, options))
    .fileName;
}

async function upload(input: VariablesOf<typeof CREATE_UPLOAD>["input"], file: File, options: UploadOptions) {
  const created = (await gqlRequest(CREATE_UPLOAD, input, { signal: options.signal })).createUpload;
  // The service may be open under another address than the one it knows itself by; these files always go to itself.
  const { pathname, search } = new URL(created.uploadUrl);
  await put(`${pathname}${search}`, file, input.contentType, options);
  return created;
}

/** By XMLHttpRequest: fetch does not tell how much has been sent. */
function put(address: string, file: File, contentType: string, { onProgress, signal }: UploadOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const onAbort = () => request.abort();
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => (request.status < 300 ? resolve() : reject(new Error(wordsOf(request.responseText))));
    request.onerror = () => reject(new Error(networkWords("lost")));
    request.onabort = () => reject(new DOMException(networkWords("takenBack"), "AbortError"));
    request.onloadend = () => signal.removeEventListener("abort", onAbort);
    signal.addEventListener("abort", onAbort);
    request.open("PUT", address);
    request.setRequestHeader("content-type", contentType);
    request.send(file);
  });
}

function wordsOf(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: Refusal };
    return error ? refusalWords(error).message : networkWords("fileNotTaken");
  } catch {
    return networkWords("fileNotTaken");
  }
}
