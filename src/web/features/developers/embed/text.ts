/** The texts of the embedded converter's section, with identifiers in backticks. Sizes are in kB. */
export type EmbedText = {
  readonly title: string
  readonly texts: (compressed: string, raw: string) => readonly string[]
  readonly points: readonly string[]
  readonly code: string
  readonly demo: string
  readonly fallback: string
}
