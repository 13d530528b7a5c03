import type { FileChoices, RowsFacts } from './snapshot.ts'

/** How the file is read now: a choice of one kind keeps the others as they are. */
export const choicesOf = ({ encoding, delimiter, sheet }: FileChoices): FileChoices => ({
  ...(encoding && { encoding }),
  ...(delimiter && { delimiter }),
  ...(sheet !== undefined && { sheet }),
})

/** What it takes to give the file back with the new prices: how it was read, and the line of each row. */
export const sourceOf = (
  { file, choices }: RowsFacts,
  bytes: Uint8Array<ArrayBuffer> | undefined,
  lines: readonly number[],
) =>
  file &&
  choices &&
  bytes && { name: file.name, bytes, choices: choicesOf(file), rowChoices: choices, lines: [...lines] }
