/** The probe's API in a measured page. Times are milliseconds since the navigation began. */
export type Probe = {
  /** When the first row of a list was painted. */
  firstRow: Promise<number>;
  /** When a click on that row has an effect, because React has hydrated it. Call it after the paint, as it polls. */
  alive: () => Promise<number>;
  /** Clicks the row and returns the time until another conversation's messages and its contact's details were painted. */
  openRow: (convId: string) => Promise<number>;
  /** Presses the palette's key and returns the time until its list was painted. Closes it again. */
  openPalette: () => Promise<number>;
  /** For each key since `watchKeys`: `work` until its paint, without waiting for the screen; and `total`. */
  keys: { work: number; total: number }[];
  watchKeys: () => void;
  /** Times between frames since `watchFrames`. */
  frames: number[];
  watchFrames: () => void;
  stopFrames: () => number[];
};

declare global {
  interface Window {
    bench: Probe;
  }
}

/** Runs in the page before the page's own scripts. It is serialized, so it must not use anything from outside. */
export function installProbe(): void {
  const OPEN_MS = 20_000;
  const LOOK_MS = 10;
  let isWatchingFrames = false;
  let isWatchingKeys = false;
  /** Resolves after the current frame was painted: in a task behind its animation callbacks. */
  const painted = (): Promise<{ frameAt: number; at: number }> =>
    new Promise((resolve) =>
      requestAnimationFrame(() => {
        const frameAt = performance.now();
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve({ frameAt, at: performance.now() });
        channel.port2.postMessage(null);
      }),
    );

  /** Whether the details of the shown contact are there. */
  const isWhole = (): boolean => {
    const name = (selector: string) => document.querySelector(selector)?.textContent ?? "";
    const [thread, details] = [name("[data-region='thread'] h2"), name("[data-region='details'] h3")];
    return details !== "" && thread.includes(details);
  };

  const probe: Probe = {
    firstRow: new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector("[data-conv-id]")) return;
        observer.disconnect();
        void painted().then(({ at }) => resolve(at));
      });
      observer.observe(document, { childList: true, subtree: true });
    }),
    alive: async () => {
      for (;;) {
        const row = document.querySelector("[data-conv-id]");
        // React marks elements whose events it handles with this property.
        if (row && Object.keys(row).some((name) => name.startsWith("__reactProps"))) return performance.now();
        await new Promise((wait) => setTimeout(wait, LOOK_MS));
      }
    },
    keys: [],
    frames: [],
    openRow: async (convId) => {
      const bubbles = () =>
        [...document.querySelectorAll<HTMLElement>("[data-message-id]")].map(({ dataset }) => dataset.messageId);
      const before = new Set(bubbles());
      const began = performance.now();
      document.querySelector<HTMLElement>(`[data-conv-id="${convId}"]`)?.click();
      for (;;) {
        const { at } = await painted();
        const shown = bubbles();
        if (shown.length > 0 && shown.every((id) => !before.has(id)) && isWhole()) return at - began;
        if (at - began > OPEN_MS) return Number.POSITIVE_INFINITY;
      }
    },
    openPalette: async () => {
      const began = performance.now();
      const press = (key: string, more: KeyboardEventInit) =>
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }),
        );
      press("k", { code: "KeyK", ctrlKey: true });
      for (;;) {
        const { at } = await painted();
        const isShown = document.querySelector("[role='dialog'] [role='option']") !== null;
        if (!isShown && at - began < OPEN_MS) continue;
        press("Escape", { code: "Escape" });
        return isShown ? at - began : Number.POSITIVE_INFINITY;
      }
    },
    watchKeys: () => {
      probe.keys = [];
      // A second call must not add another listener, which would count each key twice.
      if (isWatchingKeys) return;
      isWatchingKeys = true;
      document.addEventListener(
        "keydown",
        ({ timeStamp }) => {
          // The task after the key's own. By then React has drawn its changes.
          const channel = new MessageChannel();
          let handledAt = timeStamp;
          channel.port1.onmessage = () => (handledAt = performance.now());
          channel.port2.postMessage(null);
          void painted().then(({ frameAt, at }) => {
            const isOneTask = handledAt === timeStamp || handledAt > frameAt;
            const work = isOneTask ? at - timeStamp : handledAt - timeStamp + (at - frameAt);
            probe.keys.push({ work, total: at - timeStamp });
          });
        },
        { capture: true },
      );
    },
    watchFrames: () => {
      probe.frames = [];
      isWatchingFrames = true;
      let last = performance.now();
      const next = (at: number) => {
        probe.frames.push(at - last);
        last = at;
        if (isWatchingFrames) requestAnimationFrame(next);
      };
      requestAnimationFrame((at) => {
        last = at;
        requestAnimationFrame(next);
      });
    },
    stopFrames: () => {
      isWatchingFrames = false;
      return probe.frames;
    },
  };
  window.bench = probe;
}
