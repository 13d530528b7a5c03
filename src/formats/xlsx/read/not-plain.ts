/** Says that a workbook has something the own reader does not plainly understand: the library reads it instead. */
export class NotPlain extends Error {}

export function decline(what: string): never {
  throw new NotPlain(what)
}
