import { expect, test } from "vitest";
import { isContactDetail, maskExternalId, maskedClient } from "./mask-client.ts";

test.each([
  ["+48600100200", "+48•••••••00"],
  ["48600100200", "+48•••••••00"],
  ["0048600100200", "+48•••••••00"],
  ["+48 600-100-200", "+48•••••••00"],
  ["custom:7f3c:+48600100200", "custom:7f3c:+48•••••••00"],
  ["ana@shop.example", "a•••@shop.example"],
  ["webchat:7f3c:ana@shop.example", "webchat:7f3c:a•••@shop.example"],
  ["48600100200@s.whatsapp.net", "4•••@s.whatsapp.net"],
])("an outside id that is a contact detail is masked: %s", (id, masked) => {
  expect(maskExternalId(id)).toBe(masked);
  expect(isContactDetail(id)).toBe(true);
});

test.each([
  ["customer-17"],
  ["17"],
  ["@ana"],
  ["2026-11-24 001"],
  ["7f3c9a52-0f3e-4a7e-9d53-3a2b8f1c7d44"],
  ["custom:7f3c:17"],
  [""],
])("any other outside id stays as it is: %s", (id) => {
  expect(maskExternalId(id)).toBe(id);
  expect(isContactDetail(id)).toBe(false);
});

test("of a contact the details are masked, and nothing else is changed or added", () => {
  const client = { id: "1", name: "Ana", phone: "+48600100200", email: "ana@shop.example", address: "Long Street 1" };
  expect(maskedClient(client)).toEqual({
    id: "1",
    name: "Ana",
    phone: "+48•••••••00",
    email: "a•••@shop.example",
    address: "•••",
  });
  const empty = { name: null, phone: null, email: null, address: null, externalClientId: null };
  expect(maskedClient(empty)).toEqual(empty);
});
