/** A unique key for a row, a request or an entry. The browser's own `randomUUID` is missing on plain HTTP. */
export { v4 as newKey } from "uuid";
