import type { Detection, OpenedFile } from '#catalogue/catalogue.ts'
import { detectColumns } from '#catalogue/columns.ts'
import { columnsToRemember, recallColumns, shapeOf } from '#catalogue/remembered-columns.ts'
import type { Currency } from '#domain/money.ts'
import { recallAll, remember } from './device-memory.ts'
import type { FileReading } from './file-guards.ts'
import type { FileFacts, RowChoices } from './snapshot.ts'

type FirstReading = Omit<FileReading, 'hash'>

/** The currency of prices that name none, as far as nobody has chosen it. */
const usualCurrency = (_opened: OpenedFile, _file: FileFacts): Currency => 'BGN'

/** How a file is read by what is detected alone. */
export function detectedReading(
  opened: OpenedFile,
  file: FileFacts,
  defaultCurrency = usualCurrency(opened, file),
): FirstReading {
  const { columns, certain } = file.detection
  return { file, choices: { columns, defaultCurrency }, columnsKnown: certain, isRemembered: false }
}

/**
 * How a file is read at first: by the columns that `owner` chose for the last one of its shape, else as detected.
 * @param former what was chosen before the same file was read another way
 */
export async function firstReading(
  opened: OpenedFile,
  file: FileFacts,
  former: RowChoices | undefined,
  owner: string,
): Promise<FirstReading> {
  const shape = shapeOf(file.format, file.detection)
  const remembered = (await recallAll('columns', owner)).find((one) => one.shape === shape)
  const recalled = remembered && recallColumns(opened, file.detection, remembered)
  if (!remembered || !recalled) {
    const detected = detectedReading(opened, file, former?.defaultCurrency)
    return { ...detected, choices: { ...detected.choices, ...(former?.wanted && { wanted: former.wanted }) } }
  }
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
  owner: string,
): Promise<void> {
  const found = detectColumns(opened.table)
  const shape = shapeOf(opened.format, found)
  const entry = columnsToRemember(opened.format, found, chosen, columns, defaultCurrency)
  await remember('columns', owner, entry, (earlier) => earlier.shape === shape)
}

/** Forgets what was chosen for files of this shape. */
export async function forgetChoice(opened: OpenedFile, owner: string): Promise<void> {
  const shape = shapeOf(opened.format, detectColumns(opened.table))
  await remember('columns', owner, undefined, (earlier) => earlier.shape === shape)
}
