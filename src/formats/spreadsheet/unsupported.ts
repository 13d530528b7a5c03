/** Says that a workbook has something the own reader does not plainly understand: the library reads it instead. */
export class UnsupportedXlsx extends Error {}

export function unsupported(what: string): never {
  throw new UnsupportedXlsx(what)
}
