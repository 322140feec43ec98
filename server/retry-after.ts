/** Seconds that a Retry-After header asks to wait: a number, or until a date; null when there is none that can be read. */
export function retryAfterSeconds(headers: Record<string, string>, now = Date.now()): number | null {
  const header = headers["retry-after"]?.trim();
  if (!header) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
