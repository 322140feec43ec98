import { afterEach, describe, expect, test } from "vitest";
import { gzipSync } from "node:zlib";
import { readDocument, readers } from "../../readers/read.ts";
import { gzippedPage, slowPath, slowRobots } from "../../testing/bombs.ts";
import { sitePage, startSite, type Site, type SitePage } from "../../testing/site.ts";
import { watchReaders } from "../../testing/watch-readers.ts";
import {
  isInScope,
  plainAddress,
  scopeOf,
  visitSite,
  type KnownPage,
  type VisitedPage,
  type VisitOptions,
} from "./visit-site.ts";

/** Only needed for the fair share among readers. A visit uses no rows of it. */
const WORKSPACE = 1;
const OTHER_WORKSPACE = 2;
const QUICK: VisitOptions = { pauseMs: 0, pagesMax: 50, depthMax: 3, withinMs: 60_000 };

const sites: Site[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});
async function siteWith(pages: Parameters<typeof startSite>[0]): Promise<Site> {
  const site = await startSite(pages);
  sites.push(site);
  return site;
}

/** Path and outcome of every page, in the order found. */
async function visit(site: Site, path: string, known: KnownPage[] = [], options: Partial<VisitOptions> = {}) {
  const found = await visitSite(WORKSPACE, site.origin + path, known, { ...QUICK, ...options });
  return found.map(({ url, kind }) => [url.replace(site.origin, ""), kind]);
}
const asKnown = (found: VisitedPage[]): KnownPage[] =>
  found.flatMap((page) =>
    page.kind === "read" ? [{ url: page.url, etag: page.etag, lastModified: page.lastModified }] : [],
  );
const paths = (site: Site) => site.asked.map(({ path }) => path);
const redirectTo =
  (location: string): SitePage =>
  (response) =>
    response.writeHead(302, { location }).end();
const answering =
  (status: number): SitePage =>
  (response) =>
    response.writeHead(status).end();
const picture: SitePage = (response) => response.writeHead(200, { "content-type": "image/png" }).end("x");

describe("what is read of a site", () => {
  test("pages of its origin under its path, once each, three links deep", async () => {
    const elsewhere = await siteWith({ "/": sitePage("Elsewhere", "Not ours.") });
    const site = await siteWith({
      "/help": sitePage("Help", "Start here.", [
        "/help/returns#costs",
        "/help/returns?utm_source=mail",
        "help/delivery/",
        "/shop",
        "/helpless",
        "/help/logo.png",
        `${elsewhere.origin}/`,
        "mailto:a@b.c",
        "javascript:void 0",
      ]),
      "/help/returns": sitePage("Returns", "Thirty days.", ["/help"]),
      "/help/delivery/": sitePage("Delivery", "Three days.", ["../two"]),
      "/help/two": sitePage("Two", "Depth two.", ["/help/three"]),
      "/help/three": sitePage("Three", "Depth three.", ["/help/four"]),
      "/help/four": sitePage("Four", "Too deep."),
      "/shop": sitePage("Shop", "Buy."),
      "/helpless": sitePage("Helpless", "Beside it."),
    });
    expect(await visit(site, "/help")).toEqual([
      ["/help", "read"],
      ["/help/returns", "read"],
      ["/help/delivery/", "read"],
      ["/help/two", "read"],
      ["/help/three", "read"],
    ]);
    expect(paths(site)).toEqual([
      "/robots.txt",
      "/help",
      "/help/returns",
      "/help/delivery/",
      "/help/two",
      "/help/three",
    ]);
    expect(site.asked[1]?.userAgent).toBe("OmnichannelKnowledge/1.0 (+http://localhost:3000)");
    expect(elsewhere.asked).toEqual([]);
  });

  test("no more pages than it may have", async () => {
    const links = Array.from({ length: 80 }, (_, at) => `/p${at}`);
    const site = await siteWith({
      "/": sitePage("All", "Links.", links),
      ...Object.fromEntries(links.map((path) => [path, sitePage(path, `Page ${path}.`)])),
    });
    expect(await visit(site, "/", [], { pagesMax: 10 })).toHaveLength(10);
    expect(site.asked.length).toBeLessThanOrEqual(11);
  });

  test("robots.txt, noindex and nofollow are heeded", async () => {
    const site = await siteWith({
      "/robots.txt": "User-agent: OmnichannelKnowledge\nDisallow: /private\n\nUser-agent: *\nDisallow: /",
      "/": sitePage(
        "Home",
        "Hello.",
        ["/private/a", "/draft", "/quiet"],
        `<meta name="robots" content="index, max-image-preview: none">`,
      ),
      "/private/a": sitePage("Private", "Secret."),
      "/draft": sitePage("Draft", "Not yet.", ["/linked"], `<meta name="robots" content="noindex">`),
      "/linked": sitePage("Linked", "Found through the draft."),
      "/quiet": sitePage("Quiet", "Without links.", ["/unseen"], `<meta name="robots" content="nofollow">`),
      "/unseen": sitePage("Unseen", "Nobody may come."),
    });
    const found = await visit(site, "/");
    expect(found.filter(([, kind]) => kind === "read").map(([path]) => path)).toEqual(["/", "/quiet", "/linked"]);
    expect(paths(site)).not.toContain("/private/a");
    expect(paths(site)).not.toContain("/unseen");
  });

  test("a page is kept under the address that it calls its own, and twins are one", async () => {
    const own = `<link rel="canonical" href="/returns">`;
    const site = await siteWith({
      "/": sitePage("Home", "Hello.", ["/returns?page=1", "/returns", "/copy-a", "/copy-b"]),
      "/returns?page=1": sitePage("Returns", "Thirty days.", [], own),
      "/returns": sitePage("Returns", "Thirty days.", [], own),
      "/copy-a": sitePage("Copy", "The same words."),
      "/copy-b": sitePage("Copy", "The same words."),
    });
    const found = (await visit(site, "/")).filter(([, kind]) => kind === "read");
    expect(found.map(([path]) => path)).toEqual(["/", "/returns", "/copy-a"]);
  });

  test("redirects are followed inside of the site, and looked at outside of it", async () => {
    const elsewhere = await siteWith({ "/": sitePage("Elsewhere", "Not ours.") });
    const site = await siteWith({
      "/old": redirectTo("/help/"),
      "/help/": sitePage("Help", "Here.", ["/help/moved", "/help/out", "/help/inside", "/help/round"]),
      "/help/moved": redirectTo("/help/new"),
      "/help/new": sitePage("New", "Moved here."),
      "/help/out": redirectTo(`${elsewhere.origin}/`),
      "/help/inside": redirectTo("http://169.254.169.254/latest/meta-data/"),
      "/help/round": redirectTo("/help/round"),
    });
    const found = await visit(site, "/old");
    expect(found.filter(([, kind]) => kind === "read").map(([path]) => path)).toEqual(["/help/", "/help/new"]);
    expect(elsewhere.asked).toEqual([]);
  });

  test("a site that has moved to another origin is read there", async () => {
    const there = await siteWith({
      "/start": sitePage("There", "Now here.", ["/more"]),
      "/more": sitePage("More", "And here."),
    });
    const here = await siteWith({ "/": redirectTo(`${there.origin}/start`) });
    const found = await visitSite(WORKSPACE, `${here.origin}/`, [], QUICK);
    expect(asKnown(found).map(({ url }) => url)).toEqual([`${there.origin}/start`, `${there.origin}/more`]);
    expect(paths(there)).toEqual(["/robots.txt", "/start", "/more"]);
  });

  test("pages in other encodings, packed ones, text and what is no text", async () => {
    const site = await siteWith({
      "/": sitePage("Home", "Hello.", ["/latin", "/packed", "/bomb", "/plain", "/picture", "/huge"]),
      "/latin": (response) =>
        response
          .writeHead(200, { "content-type": "text/html; charset=iso-8859-1" })
          .end(Buffer.from("<p>Größe", "latin1")),
      "/packed": (response) =>
        response
          .writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" })
          .end(gzipSync(sitePage("Packed", "Unpacked."))),
      "/bomb": (response) =>
        response
          .writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" })
          .end(gzipSync(Buffer.alloc(50_000_000, "a"))),
      "/plain": (response) => response.writeHead(200, { "content-type": "text/plain" }).end("Just words."),
      "/picture": (response) => response.writeHead(200, { "content-type": "image/png" }).end("png"),
      "/huge": (response) =>
        response.writeHead(200, { "content-type": "text/html" }).end(Buffer.alloc(6_000_000, "a ")),
    });
    const found = await visitSite(WORKSPACE, `${site.origin}/`, [], QUICK);
    const texts = found.flatMap((page) =>
      page.kind === "read" ? page.document.passages.map(({ content }) => content) : [],
    );
    expect(texts).toEqual(["Hello.", "Größe", "Unpacked.", "Just words."]);
  });

  test("one request at a time, with pauses as long as robots.txt asks for", async () => {
    const site = await siteWith({
      "/robots.txt": "User-agent: *\nCrawl-delay: 0.2",
      "/": sitePage("Home", "Hello.", ["/a", "/b"]),
      "/a": sitePage("A", "One."),
      "/b": sitePage("B", "Two."),
    });
    await visit(site, "/");
    const gaps = site.asked.slice(1).map(({ at }, index) => at - (site.asked[index]?.at ?? 0));
    expect(gaps).toHaveLength(3);
    for (const gap of gaps.slice(1)) expect(gap).toBeGreaterThan(190);
  });
});

describe("a second visit", () => {
  test("asks only for what is newer, finds what is new, changed and gone", async () => {
    const site = await siteWith({
      "/": sitePage("Home", "Hello.", ["/a", "/b", "/c"]),
      "/a": sitePage("A", "One."),
      "/b": sitePage("B", "Two."),
      "/c": sitePage("C", "Three."),
    });
    const known = asKnown(await visitSite(WORKSPACE, `${site.origin}/`, [], QUICK));
    site.asked.length = 0;
    site.pages.set("/b", sitePage("B", "Two and a half.", ["/d"]));
    site.pages.set("/d", sitePage("D", "Four."));
    site.pages.delete("/c");
    expect(await visit(site, "/", known)).toEqual([
      ["/", "unchanged"],
      ["/a", "unchanged"],
      ["/b", "read"],
      ["/d", "read"],
      ["/c", "missing"],
    ]);
    expect(site.asked.filter(({ isFresh }) => isFresh).map(({ path }) => path)).toEqual(["/", "/a"]);
  });

  test("a page that was taken away, and is answered with the first page, is missing", async () => {
    const home: SitePage = (response) =>
      response.writeHead(200, { "content-type": "text/html" }).end(sitePage("Home", "Hello.", ["/prices"]));
    const site = await siteWith({ "/": home, "/prices": sitePage("Prices", "All for € 3.") });
    const known = asKnown(await visitSite(WORKSPACE, `${site.origin}/`, [], QUICK));
    site.pages.set("/prices", home);
    expect(await visit(site, "/", known)).toEqual([
      ["/", "read"],
      ["/prices", "missing"],
    ]);
  });

  test("a page that only fails is not gone", async () => {
    const site = await siteWith({ "/": sitePage("Home", "Hello.", ["/a"]), "/a": sitePage("A", "One.") });
    const known = asKnown(await visitSite(WORKSPACE, `${site.origin}/`, [], QUICK));
    site.pages.set("/a", (response) => response.writeHead(503).end());
    expect(await visit(site, "/", known)).toEqual([["/", "unchanged"]]);
  });
});

describe("a site that cannot be read says why", () => {
  test.each<[string, Record<string, SitePage>, string]>([
    ["no page", {}, "there is no page at this address"],
    ["a fault", { "/": answering(500) }, "its server answered 500"],
    [
      "robots.txt forbids it",
      { "/robots.txt": "User-agent: *\nDisallow: /" },
      "its robots.txt does not let programs read it",
    ],
    ["robots.txt fails", { "/robots.txt": answering(503) }, "its robots.txt was answered with 503"],
    ["redirects without end", { "/": redirectTo("/") }, "it is behind more than 5 redirects"],
    ["a picture", { "/": picture }, "it is no page of text"],
  ])("%s", async (_, pages, words) => {
    const site = await siteWith(pages);
    await expect(visit(site, "/")).rejects.toThrow(words);
  });

  test("its robots.txt takes too long to apply; meanwhile the worker stays awake, and another workspace's file is read", async () => {
    const site = await siteWith({ "/robots.txt": slowRobots(505_000) });
    const watch = watchReaders(readers);
    const began = performance.now();
    const refused = expect(visit(site, slowPath("x").repeat(6))).rejects.toThrow(
      "its robots.txt has more rules than can be applied; shorten it",
    );
    const file = { bytes: Buffer.from("small"), contentType: "text/plain", fileName: null, url: null };
    await readDocument(OTHER_WORKSPACE, { ...file, encoding: "identity" });
    const otherMs = performance.now() - began;
    await refused;
    const { loopMs } = watch.end();
    console.info(`the file was read after ${Math.round(otherMs)} ms; the event loop waited ${loopMs} ms`);
    expect(otherMs).toBeLessThan(5_000);
    expect(loopMs).toBeLessThan(500);
    expect(paths(site)).toEqual(["/robots.txt"]);
  });

  test("its page unpacks to more than a page has", async () => {
    const packed = gzippedPage(40);
    const page: SitePage = (response) =>
      response.writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" }).end(packed);
    await expect(visit(await siteWith({ "/": page }), "/")).rejects.toThrow("it unpacks to more than 5 MiB");
    const site = await siteWith({ "/": sitePage("Home", "Hello.", ["/a"]), "/a": sitePage("A", "One.") });
    const known = asKnown(await visitSite(WORKSPACE, `${site.origin}/`, [], QUICK));
    site.pages.set("/a", page);
    // Pages linked from it stay as they were.
    expect(await visit(site, "/", known)).toEqual([["/", "unchanged"]]);
  });

  test("nobody answers, or only inside of our network", async () => {
    const site = await siteWith({});
    await site.close();
    await expect(visit(site, "/")).rejects.toThrow("connection refused");
    await expect(visitSite(WORKSPACE, "http://169.254.169.254/", [], QUICK)).rejects.toThrow(
      "this address cannot be reached",
    );
  });
});

test.each([
  ["https://a.b/help", "https://a.b/help/x", true],
  ["https://a.b/help", "https://a.b/help", true],
  ["https://a.b/help", "https://a.b/helper", false],
  ["https://a.b/help/", "https://a.b/help/x", true],
  ["https://a.b/help/index.html", "https://a.b/help/x", true],
  ["https://a.b/help/index.html", "https://a.b/other", false],
  ["https://a.b", "https://a.b/x", true],
  ["https://a.b", "http://a.b/x", false],
  ["https://a.b", "https://c.a.b/x", false],
  ["https://a.b", "https://a.b/x.zip", false],
])("of %s, %s is read: %s", (site, page, isRead) => {
  expect(isInScope(new URL(page), scopeOf(new URL(site), new URL(site)))).toBe(isRead);
});

test("an address has one spelling, without what tells where its reader came from", () => {
  expect(plainAddress(new URL("https://A.b/x?utm_source=a&id=7&gclid=3#top")).href).toBe("https://a.b/x?id=7");
});
