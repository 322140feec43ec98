import { describe, expect, test } from "vitest";
import { columnsOf, guessFields, mappingProblem, splitTags } from "./import-fields.ts";

describe("guessFields", () => {
  test.each([
    [
      ["First Name", "Last name", "E-Mail", "Mobile number", "Notes"],
      ["name", "surname", "email", "phone", null],
    ],
    [
      ["Kundennr.", "Vorname", "Nachname", "Handy", "Straße", "Ort", "Land"],
      ["externalClientId", "name", "surname", "phone", "address", "city", "country"],
    ],
    [
      ["Nombre", "Apellidos", "Teléfono", "Correo electrónico", "País", "Etiquetas"],
      ["name", "surname", "phone", "email", "country", "tags"],
    ],
    [
      ["Prénom", "Nom de famille", "Téléphone portable", "Courriel", "Étape"],
      ["name", "surname", "phone", "email", "stage"],
    ],
    [
      ["Full name", "Phone", "Name"],
      ["fullName", "phone", null],
    ],
    [
      ["phone", "Phone", ""],
      ["phone", null, null],
    ],
  ])("%j", (header, fields) => {
    expect(guessFields(header)).toEqual(fields);
  });
});

test("a column of names without one of surnames is guessed by what stands in it", () => {
  const rows = [
    ["Ana Silva", "1"],
    ["Bo", "2"],
    ["Silva, Cora", "3"],
  ];
  expect(guessFields(["Name", "Phone"], rows)).toEqual(["fullName", "phone"]);
  expect(guessFields(["Name", "Phone"], [["Ana", "1"]])).toEqual(["name", "phone"]);
  expect(guessFields(["Name", "Phone"])).toEqual(["name", "phone"]);
  expect(guessFields(["Vorname", "Nachname"], [["Ana Maria", "Silva"]])).toEqual(["name", "surname"]);
});

test("a mapping needs a key, each field once, and names that tell columns apart", () => {
  expect(mappingProblem(["a", "b"], ["phone", "name"])).toBeNull();
  expect(mappingProblem(["a", "b"], ["name", null])).toBe("noKey");
  expect(mappingProblem(["a", "b"], ["phone", "phone"])).toBe("twice");
  expect(mappingProblem(["a", "a"], ["phone", null])).toBe("sameName");
  expect(mappingProblem(["a", "b", "c"], ["phone", "fullName", "surname"])).toBe("twoNames");
  expect(mappingProblem(["a", "b"], ["phone", "fullName"])).toBeNull();
  expect(mappingProblem(["a", "x", "x"], ["phone", null, null])).toBeNull();
  expect(columnsOf(["a", "b", "c"], ["phone", null, "name"])).toEqual([
    { column: "a", field: "phone" },
    { column: "c", field: "name" },
  ]);
});

test("tags are split as the service splits them: by comma, semicolon or bar", () => {
  expect(splitTags(" vip, new customer ;gold|| ")).toEqual(["vip", "new customer", "gold"]);
  expect(splitTags(" ,;| ")).toEqual([]);
});
