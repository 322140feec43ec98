// Runs in the browser ahead of everything else of a page, whose policy lets no text become a script, and no style stand without
// the page's nonce.
Object.assign(globalThis, {
  // zod would try to compile its schemas, and does without once told that it may not.
  __zod_globalConfig: { jitless: true },
  // By this name the style asks that stops a page from scrolling under a dialog.
  __webpack_nonce__: document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce,
});
