const BYTES = 24;

/** A secret that nobody can guess: 192 random bits, safe in a header and in a shell. */
export function randomToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
