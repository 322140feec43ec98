/** Marks a script that the browser shall not ask for yet: of a type that it does not know. */
const WAITING = "behind-paint";
/** The element that stands behind all that the page draws, by React's own name for it. */
const SHELL_END = "_R_";

/**
 * Runs in the page, behind what it draws: asks for the waiting scripts once that is on the screen. Until then for one at a time, so that
 * the page's load is still over with its scripts, and a page that is never drawn comes alive as well. Serialised, so it may use nothing
 * from outside.
 */
function startScripts(waiting: string): void {
  let isPainted = document.hidden;
  const nonce = document.currentScript?.nonce ?? "";
  const next = () => {
    const marks = document.querySelectorAll<HTMLScriptElement>(`script[type="${waiting}"]`);
    // One that somebody else has written into the page has no nonce, and is none of ours.
    const mark = [...marks].find((one) => one.nonce === nonce);
    if (!mark) return;
    const script = document.createElement("script");
    for (const { name, value } of mark.attributes) if (name !== "type") script.setAttribute(name, value);
    // Its attribute is empty in the page.
    script.nonce = nonce;
    script.onload = script.onerror = next;
    mark.replaceWith(script);
    if (isPainted) next();
  };
  next();
  // A task behind the frame, which has been painted by then.
  requestAnimationFrame(() =>
    setTimeout(() => {
      isPainted = true;
      next();
    }),
  );
}

const OPENING_TAG = /<(?:head|script|link)\b[^>]*>/g;
/** The end of a piece in which such a tag may have begun. */
const CUT_TAG = /<(?:h(?:e(?:a(?:d[^>]*)?)?)?|s(?:c(?:r(?:i(?:p(?:t[^>]*)?)?)?)?)?|l(?:i(?:n(?:k[^>]*)?)?)?)?$/;

/**
 * Rewrites a document of Next on its way, piece by piece, so that its scripts are asked for behind its first paint. A browser that has
 * them kept would take them over before it lays out the page, which costs more than all of its drawing; and it would draw the page by
 * halves, for what stood in the first piece.
 */
export function pageScripts(nonce: string): { write: (piece: string) => string; end: () => string } {
  const starter = `<script nonce="${nonce}">(${startScripts.toString()})("${WAITING}")</script>`;
  let held = "";
  let hasWaiting = false;
  let isBehindShell = false;
  let isStarted = false;

  const rewrite = (tag: string): string => {
    if (tag.startsWith("<head")) return `${tag}<link rel="expect" href="#${SHELL_END}" blocking="render"/>`;
    // Fetched ahead they would be in the way as well.
    if (tag.startsWith("<link")) return tag.includes(' as="script"') ? "" : tag;
    if (isStarted) return tag;
    if (tag.includes(' src="')) {
      // One of the old kind, for browsers that know no other, waits for nothing.
      if (!tag.includes(' async=""')) return tag;
      hasWaiting = true;
      return tag.replace("<script", `<script type="${WAITING}"`);
    }
    if (isBehindShell) {
      isStarted = true;
      return starter + tag;
    }
    isBehindShell = tag.includes(` id="${SHELL_END}"`);
    return tag;
  };

  return {
    write(piece) {
      const text = held + piece;
      const cut = CUT_TAG.exec(text)?.index ?? text.length;
      held = text.slice(cut);
      return text.slice(0, cut).replace(OPENING_TAG, rewrite);
    },
    // A page without that element begins when it is there.
    end: () => held + (hasWaiting && !isStarted ? starter : ""),
  };
}
