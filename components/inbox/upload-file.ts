import { gqlRequest } from "../graphql/gql-request.ts";
import { CREATE_UPLOAD } from "./mutation-documents.ts";

type Options = { onProgress: (share: number) => void; signal: AbortSignal };

/**
 * Puts a file into the service's storage; answers the address that a message names it by.
 * @param onProgress hears the share that has left this browser, 0 to 1.
 * @throws Error in words for people; an AbortError when it was taken back.
 */
export async function uploadFile(workspaceId: number, file: File, { onProgress, signal }: Options): Promise<string> {
  const input = { workspaceId, contentType: file.type, purpose: "media", name: file.name } as const;
  const { url, uploadUrl } = (await gqlRequest(CREATE_UPLOAD, input, { signal })).createUpload;
  if (url === null) throw new Error("The service gave no address for this file.");
  // The service may be open under another address than the one it knows itself by; files of messages always go to itself.
  const { pathname, search } = new URL(uploadUrl);
  await put(`${pathname}${search}`, file, { onProgress, signal });
  return url;
}

/** By XMLHttpRequest: fetch does not tell how much has been sent. */
function put(address: string, file: File, { onProgress, signal }: Options): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const onAbort = () => request.abort();
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => (request.status < 300 ? resolve() : reject(new Error(wordsOf(request.responseText))));
    request.onerror = () => reject(new Error("The connection was lost."));
    request.onabort = () => reject(new DOMException("The upload was taken back.", "AbortError"));
    request.onloadend = () => signal.removeEventListener("abort", onAbort);
    signal.addEventListener("abort", onAbort);
    request.open("PUT", address);
    request.setRequestHeader("content-type", file.type);
    request.send(file);
  });
}

function wordsOf(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: { message?: string } };
    return error?.message ?? "The file was not taken.";
  } catch {
    return "The file was not taken.";
  }
}
