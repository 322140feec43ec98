// Runs in the browser before everything else on a page. The page's policy forbids turning text into a script, and forbids a
// style without the page's nonce.
Object.assign(globalThis, {
  // By default zod tries to compile its schemas, which the policy forbids. This setting turns that off.
  __zod_globalConfig: { jitless: true },
  // The style that stops a page from scrolling under a dialog reads its nonce from this name.
  __webpack_nonce__: document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce,
});
