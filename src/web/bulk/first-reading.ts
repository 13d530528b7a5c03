import type { Detection, OpenedFile } from '#catalogue/catalogue.ts'
import { detectColumns } from '#catalogue/columns.ts'
import { columnsToRemember, recallColumns, shapeOf } from '#catalogue/remembered-columns.ts'
import type { Currency } from '#domain/money.ts'
import { recallAll, remember } from './device-memory.ts'
import type { FileFacts, RowChoices } from './snapshot.ts'

type FirstReading = {
  file: FileFacts
  choices: RowChoices
  columnsKnown: boolean
  isRemembered: boolean
}

/** How a file is read at first: by the columns that a person chose for the last one of its shape, else as detected. */
export async function firstReading(
  opened: OpenedFile,
  file: FileFacts,
  defaultCurrency: Currency,
): Promise<FirstReading> {
  const { columns, certain } = file.detection
  const shape = shapeOf(file.format, file.detection)
  const remembered = (await recallAll('columns')).find((one) => one.shape === shape)
  const recalled = remembered && recallColumns(opened, file.detection, remembered)
  if (!remembered || !recalled)
    return { file, choices: { columns, defaultCurrency }, columnsKnown: certain, isRemembered: false }
  return {
    file: { ...file, detection: recalled.detection },
    choices: { columns: recalled.columns, defaultCurrency: remembered.defaultCurrency },
    columnsKnown: true,
    isRemembered: true,
  }
}

/** Remembers the columns that a person chose; forgets them when they are what is detected anyway. */
export async function rememberChoice(
  opened: OpenedFile,
  chosen: Detection,
  { columns, defaultCurrency }: RowChoices,
): Promise<void> {
  const found = detectColumns(opened.table)
  const shape = shapeOf(opened.format, found)
  const entry = columnsToRemember(opened.format, found, chosen, columns, defaultCurrency)
  await remember('columns', entry, (earlier) => earlier.shape === shape)
}

/** Forgets what was chosen for files of this shape. */
export async function forgetChoice(opened: OpenedFile): Promise<void> {
  const shape = shapeOf(opened.format, detectColumns(opened.table))
  await remember('columns', undefined, (earlier) => earlier.shape === shape)
}
