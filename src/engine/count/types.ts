/** What counting found: the prices of the file as it is read, or nothing that could be read. */
export type CountApi = {
  /** @returns the number of prices; null when the file cannot be read */
  countPrices(file: File): Promise<number | null>
}
