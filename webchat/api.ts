/** The server refused the request, or (status 0) no response arrived. */
export class ApiError extends Error {
  readonly status: number;
  /** Seconds to wait before a retry, if the server gave a time. */
  readonly retryAfter: number | null;

  constructor(status: number, message: string, retryAfter: number | null = null) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }

  /** A retry of the same request may succeed. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

export type Ask = { method?: "GET" | "POST"; token?: string | null; body?: unknown; signal?: AbortSignal };

/** Request timeout in milliseconds. */
const PATIENCE_MS = 20_000;

/** Sends a request without cookies, even on the chat's own page. Throws ApiError. */
export async function ask(url: string, { method = "GET", token, body, signal }: Ask = {}): Promise<Response> {
  const headers: Record<string, string> = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers,
      credentials: "omit",
      cache: "no-store",
      signal: signal ?? AbortSignal.timeout(PATIENCE_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw new ApiError(0, String(error));
  }
  if (response.ok) return response;
  const retryAfter = Number(response.headers.get("retry-after") ?? NaN);
  throw new ApiError(response.status, await sentence(response), Number.isFinite(retryAfter) ? retryAfter : null);
}

async function sentence(response: Response): Promise<string> {
  try {
    const { error } = (await response.json()) as { error?: { message?: unknown } };
    return typeof error?.message === "string" ? error.message : "";
  } catch {
    return "";
  }
}

/**
 * Uploads a file to the URL that the server gave. Uses XMLHttpRequest, because fetch does not report upload progress.
 * @param onProgress receives the share sent, 0–1
 */
export function putFile(
  url: string,
  file: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("PUT", url);
    request.setRequestHeader("content-type", file.type);
    request.upload.onprogress = (event) => onProgress(event.lengthComputable ? event.loaded / event.total : 0);
    request.onload = () =>
      request.status < 300 ? resolve() : reject(new ApiError(request.status, request.statusText));
    request.onerror = request.onabort = () => reject(new ApiError(0, "upload"));
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}
