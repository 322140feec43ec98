/** A random UUID (version 4). Browsers have no `randomUUID` on plain HTTP. */
export function newId(): string {
  const source: Pick<Crypto, "getRandomValues"> & { randomUUID?: () => string } = crypto;
  if (source.randomUUID) return source.randomUUID();
  const bytes = source.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-a$4-$5");
}
