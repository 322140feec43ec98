/** The server's refusal, or (status 0) no answer at all. */
export class ApiError extends Error {
  readonly status: number;
  /** Seconds after which to ask again, where the server said so. */
  readonly retryAfter: number | null;

  constructor(status: number, message: string, retryAfter: number | null = null) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }

  /** The same request may well succeed later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

export type Ask = { method?: "GET" | "POST"; token?: string | null; body?: unknown; signal?: AbortSignal };

/** An answer that takes longer is none, in milliseconds. */
const PATIENCE_MS = 20_000;

/** Sends a request without cookies: even on its own page the chat is nobody's session. Throws ApiError. */
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
 * Puts a file where the server said. XMLHttpRequest, because fetch does not tell how much of a body has left.
 * @param onProgress hears the share that has left, 0–1
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
