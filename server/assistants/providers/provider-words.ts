const WORDS_MAX = 200;
/** So many characters of a key in a row are taken for the key: servers like to show "the end of" what they refuse. */
const TELLING = 6;

/**
 * A provider's own words as one short line that people may read: no secret of ours in it, neither whole nor in part.
 * @param secrets what was sent along and must not come back.
 */
export function providerWords(text: string, secrets: readonly string[]): string {
  const line = text.replace(/\s+/g, " ").trim();
  const safe = line.replace(/[!-~]+/g, (run) => (secrets.some((secret) => tells(run, secret)) ? "•••" : run));
  return safe.length <= WORDS_MAX ? safe : `${safe.slice(0, WORDS_MAX - 1)}…`;
}

function tells(run: string, secret: string): boolean {
  if (secret.length <= TELLING) return secret !== "" && run.includes(secret);
  for (let at = 0; at + TELLING <= secret.length; at++) if (run.includes(secret.slice(at, at + TELLING))) return true;
  return false;
}
