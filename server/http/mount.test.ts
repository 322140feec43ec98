import { expect, test } from "vitest";
import { Routes } from "./mount.ts";

const routes = new Routes();
for (const address of [
  "/core/gq",
  "/in/[type]/[id]",
  "/in/custom/[id]",
  "/in/custom/[id]/status",
  "/in/custom/new",
  "/auth/[...rest]",
  "/auth/known",
])
  routes.add(address, new Map());

test.each([
  ["/core/gq", "/core/gq", {}],
  ["/core/gq?query=a/b?c", "/core/gq", {}],
  ["/in/telegram/7", "/in/[type]/[id]", { type: "telegram", id: "7" }],
  ["/in/custom/7", "/in/custom/[id]", { id: "7" }],
  ["/in/custom/new", "/in/custom/new", {}],
  ["/in/custom/7/status", "/in/custom/[id]/status", { id: "7" }],
  ["/in/custom/a%2Fb", "/in/custom/[id]", { id: "a%2Fb" }],
  ["/auth/known", "/auth/known", {}],
  ["/auth/known/more", "/auth/[...rest]", { rest: "known/more" }],
  ["/auth/a/b", "/auth/[...rest]", { rest: "a/b" }],
])("%s leads to %s", (url, address, params) => {
  const found = routes.find(url);
  expect([found?.route.address, found?.params]).toEqual([address, params]);
});

test.each([
  "/",
  "/core",
  "/core/gq/",
  "/in/custom",
  "/in//7",
  "/in/telegram/7/status",
  "/auth",
  "/auth/",
  "/constructor",
])("%s leads nowhere", (url) => {
  expect(routes.find(url)).toBeNull();
});
