import type { FileChoices, FileFacts } from './snapshot.ts'

/** How the file is read now: a choice of one kind keeps the others as they are. */
export const choicesOf = ({ encoding, delimiter, sheet }: FileFacts): FileChoices => ({
  ...(encoding && { encoding }),
  ...(delimiter && { delimiter }),
  ...(sheet !== undefined && { sheet }),
})
