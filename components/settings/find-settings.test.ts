import { expect, test } from "vitest";
import { findSettings } from "./find-settings.ts";

const ENTRIES = [
  { page: "security", label: "Sign-in and sessions" },
  { page: "security", label: "Contraseña" },
  { page: "team", label: "Équipe" },
] as const;

test("a setting is found by each of its words, without accents and in any case", () => {
  const found = (typed: string) => findSettings(ENTRIES, typed).map(({ label }) => label);
  expect(found("SESS sign")).toEqual(["Sign-in and sessions"]);
  expect(found("contrasena")).toEqual(["Contraseña"]);
  expect(found("equipe ")).toEqual(["Équipe"]);
  expect(found("session password")).toEqual([]);
});
