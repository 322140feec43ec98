/** A key that nobody else makes: of a row, a request, an entry. The browser's own way is not there on plain HTTP. */
export { v4 as newKey } from "uuid";
