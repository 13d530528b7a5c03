import { csv, csvPatcher } from './csv/format.ts'
import type { Format, FormatId, Match, OpenedFile, Patcher, Probe, WriteBackResult } from './format.ts'
import { json, jsonPatcher } from './json/format.ts'
import { xls, xlsPatcher } from './xls/format.ts'
import { xlsb, xlsbPatcher } from './xlsb/format.ts'
import { xlsm, xlsmPatcher, xlsx, xlsxPatcher } from './xlsx/format.ts'
import type { WriteBackPlan } from '#writeback/plan.ts'

/**
 * Every format. A new one is a folder with its `format.ts`, a line in each of these two lists, and its extensions in
 * `./format.ts`, which pages import without this code. The patcher of a format that is only read writes the table
 * (`applyPlan`) as a new workbook (`writtenTableXlsx`) with the warning `not-kept`; its `patchedAs` is then 'xlsx'.
 */
const REGISTRY: Readonly<Record<FormatId, Format>> = { csv, json, xlsx, xlsm, xls, xlsb }

const PATCHERS: Readonly<Record<FormatId, Patcher>> = {
  csv: csvPatcher,
  json: jsonPatcher,
  xlsx: xlsxPatcher,
  xlsm: xlsmPatcher,
  xls: xlsPatcher,
  xlsb: xlsbPatcher,
}

const FORMATS = Object.values(REGISTRY)

/** Why a binary file of no known kind cannot be read, by the format that its name stands for. */
export const binaryError = (named: FormatId): Format['binaryError'] => REGISTRY[named].binaryError

/** The formats that a file can have: the certain ones, and those to be tried where there are none or they do not read it. */
export const detectFormats = (probe: Probe): Readonly<Record<'certain' | 'possible', readonly Format[]>> => {
  const matches = FORMATS.map((format) => [format, format.detect(probe)] as const)
  const withMatch = (wanted: Match) =>
    matches.flatMap(([format, match]) => (match === wanted ? [format] : []))
  return { certain: withMatch('yes'), possible: withMatch('maybe') }
}

/**
 * The user's own file with the planned changes, everything else in it unchanged (CONV-08): delimited text and JSON byte for
 * byte, workbooks part for part. UTF-16 with missing or extra bytes is written as it was read.
 * @param bytes the file as it was opened
 * @param plan rows and columns are those of `file.table`
 * @param onProgress called with 0 to 1
 */
export async function writeBack(
  bytes: Uint8Array<ArrayBuffer>,
  file: OpenedFile,
  plan: WriteBackPlan,
  onProgress: (done: number) => void = () => {},
): Promise<WriteBackResult> {
  return PATCHERS[file.format](bytes, file, plan, onProgress)
}
