import type { DeveloperPart } from '../text.ts'

/** How a whole file is converted over the API, in one language. */
export type FilesText = {
  convert: DeveloperPart
  check: DeveloperPart
  webhook: DeveloperPart
  /** The choice of a programming language. */
  language: string
  /** Titles of the samples, which the language follows. */
  sample: string
  verification: string
}
