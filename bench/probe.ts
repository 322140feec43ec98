/** What the probe in a measured page answers. Times are milliseconds since the navigation began. */
export type Probe = {
  /** When the first row of a list was painted. */
  firstRow: Promise<number>;
  /** When a click on that row does something: React has taken it over. Asked for behind the paint, as it looks again and again. */
  alive: () => Promise<number>;
  /** Clicks the row and answers how long it took until messages of another conversation were painted. */
  openRow: (convId: string) => Promise<number>;
  /** Of each key since `watchKeys`: the work it caused up to its paint, waiting for the screen left out; and all of it. */
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

/** Runs in the page before anything of its own: serialised, so it may use nothing from outside. */
export function installProbe(): void {
  const OPEN_MS = 20_000;
  const LOOK_MS = 10;
  let isWatchingFrames = false;
  let isWatchingKeys = false;
  /** After the frame that is being made has been painted: a task behind its animation callbacks. */
  const painted = (): Promise<{ frameAt: number; at: number }> =>
    new Promise((resolve) =>
      requestAnimationFrame(() => {
        const frameAt = performance.now();
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve({ frameAt, at: performance.now() });
        channel.port2.postMessage(null);
      }),
    );

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
        // React's own mark of an element that it handles the events of.
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
        if (shown.length > 0 && shown.every((id) => !before.has(id))) return at - began;
        if (at - began > OPEN_MS) return Number.POSITIVE_INFINITY;
      }
    },
    watchKeys: () => {
      probe.keys = [];
      // Asked for again, it begins anew: a second listener would count each key twice.
      if (isWatchingKeys) return;
      isWatchingKeys = true;
      document.addEventListener(
        "keydown",
        ({ timeStamp }) => {
          // The task behind the key's own, in which React has drawn what it changed.
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
