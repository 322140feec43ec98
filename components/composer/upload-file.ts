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
  /** Receives the share of the file that has been sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/**
 * Uploads a file to the service's storage. Returns the address that a message uses for it.
 * @throws Error with a message for people; an AbortError if the upload was cancelled.
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
 * Uploads a file for an assistant to read. Returns the name that its source uses for it.
 * @param contentType of the file. Browsers do not know the type of every file.
 */
export async function uploadKnowledge(
  workspaceId: number,
  file: File,
  contentType: string,
  options: UploadOptions,
): Promise<string> {
  return (await upload({ workspaceId, contentType, purpose: "knowledge", name: file.name }, file, options)).fileName;
}

/** Uploads a CSV of contacts. Returns the name that its import uses for it. */
export async function uploadImport(workspaceId: number, file: File, options: UploadOptions): Promise<string> {
  return (await upload({ workspaceId, contentType: "text/csv", purpose: "import", name: file.name }, file, options))
    .fileName;
}

async function upload(input: VariablesOf<typeof CREATE_UPLOAD>["input"], file: File, options: UploadOptions) {
  const created = (await gqlRequest(CREATE_UPLOAD, input, { signal: options.signal })).createUpload;
  // The page may use another address than the service's configured one. Uploads always go to the page's own address.
  const { pathname, search } = new URL(created.uploadUrl);
  await put(`${pathname}${search}`, file, input.contentType, options);
  return created;
}

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
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
