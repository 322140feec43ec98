const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/** Whether a caller accepts compressed responses. @param accepted its header `accept-encoding`. */
export function takesGzip(accepted: string | string[] | null | undefined): boolean {
  return GZIP.test(String(accepted ?? ""));
}
