import type { OpenedFile } from '#formats/format.ts'
import { findStatedCurrency, readPriceList } from '#formats/read-price-list.ts'
import type { FileFacts, RowChoices } from '#reports/types.ts'
import type { FileReading, RowsFacts } from '../types.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { columnsToRemember, recallColumns, shapeOf } from '../storage/remembered-columns.ts'
import { loadHistory, remember } from '../storage/history.ts'
import { fileWarnings, knownOf } from './file-warnings.ts'
import type { RowStore } from './row-store.ts'
import { priceListChoices } from './choices.ts'

type FirstReading = Omit<FileReading, 'hash'>

/** How a file is read by what is detected alone. */
export function detectedReading(file: FileFacts): FirstReading {
  const { columns, certain } = file.detection
  const defaultCurrency = file.usualCurrency ?? 'BGN'
  return { file, choices: { columns, defaultCurrency }, columnsKnown: certain, isRemembered: false }
}

/**
 * How a file is read at first: by the columns that `owner` chose for the last one of its shape, else as detected.
 * @param former the rows of the same file, when it is read another way
 */
export async function firstReading(
  opened: OpenedFile,
  file: FileFacts,
  former: RowsFacts | null,
  owner: string,
): Promise<FirstReading> {
  const shape = shapeOf(file.format, file.detection)
  const remembered = (await loadHistory('columns', owner)).find((one) => one.shape === shape)
  const recalled = remembered && recallColumns(opened, file.detection, remembered)
  if (!remembered || !recalled) {
    const detected = detectedReading(file)
    return { ...detected, choices: { ...detected.choices, ...chosenBefore(former) } }
  }
  return {
    file: { ...file, detection: recalled.detection },
    choices: {
      columns: recalled.columns,
      // What the file itself states comes before what another one needed.
      defaultCurrency: findStatedCurrency(opened, file.name, recalled.columns) ?? remembered.defaultCurrency,
    },
    columnsKnown: true,
    isRemembered: true,
  }
}

/** What the person has chosen for the file however it is read. */
function chosenBefore(former: RowsFacts | null): Partial<RowChoices> {
  const { defaultCurrency, wanted } = former?.choices ?? {}
  const isChosen = defaultCurrency !== (former?.file?.usualCurrency ?? 'BGN')
  return { ...(isChosen && defaultCurrency && { defaultCurrency }), ...(wanted && { wanted }) }
}

/** Remembers the columns that a person chose; forgets them when they are what is detected anyway. */
export async function rememberChoice(
  opened: OpenedFile,
  { detection, usualCurrency }: FileFacts,
  { columns, defaultCurrency }: RowChoices,
  owner: string,
): Promise<void> {
  const found = detectColumns(opened.table)
  const shape = shapeOf(opened.format, found)
  // A currency that the file states is no choice.
  const chosen = defaultCurrency === usualCurrency ? 'BGN' : defaultCurrency
  const entry = columnsToRemember(opened.format, found, detection, columns, chosen)
  await remember('columns', owner, entry, (earlier) => earlier.shape === shape)
}

/** Forgets what was chosen for files of this shape. */
export async function forgetChoice(opened: OpenedFile, owner: string): Promise<void> {
  const shape = shapeOf(opened.format, detectColumns(opened.table))
  await remember('columns', owner, undefined, (earlier) => earlier.shape === shape)
}

/** Reads the rows by other choices, and takes over into `store` what that says of their currency. */
export function followCurrency(
  opened: OpenedFile,
  { file, choices: before, ...rows }: RowsFacts & { file: FileFacts; choices: RowChoices },
  choices: RowChoices,
  store: RowStore,
): Pick<RowsFacts, 'choices' | 'guards' | 'assumptions'> {
  const { rows: after } = readPriceList(opened, file.name, priceListChoices(choices))
  store.follow(readPriceList(opened, file.name, priceListChoices(before)).rows, after)
  const known = knownOf({ ...rows, file, choices: before }, choices)
  return {
    choices,
    guards: fileWarnings(opened, file, choices, after, known),
    assumptions: after.assumptions,
  }
}
