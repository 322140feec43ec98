/** The Retry-After header in seconds, given as a number or a date; null when it is missing or invalid. */
export function retryAfterSeconds(headers: Record<string, string>, now = Date.now()): number | null {
  const header = headers["retry-after"]?.trim();
  if (!header) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
