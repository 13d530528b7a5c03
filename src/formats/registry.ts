import { csv } from './csv/format.ts'
import { dbf } from './dbf/format.ts'
import { xml } from './feed/format.ts'
import type { Format, FormatId, Match, Probe } from './format.ts'
import { html } from './html/format.ts'
import { json } from './json/format.ts'
import { fods, ods } from './ods/format.ts'
import { xls } from './xls/format.ts'
import { xlsb } from './xlsb/format.ts'
import { xlsm, xlsx } from './xlsx/format.ts'

/**
 * The reader of every format. A new one is a folder with its `format.ts`, a line here and in `./write-back.ts`, and its
 * extensions in `./format.ts`, which pages import without this code.
 */
const REGISTRY: Readonly<Record<FormatId, Format>> = {
  csv,
  xlsx,
  xls,
  xlsm,
  xlsb,
  ods,
  fods,
  json,
  xml,
  dbf,
  html,
}

const FORMATS = Object.values(REGISTRY)

/** Why a binary file of no known kind cannot be read, by the format that its name stands for. */
export const binaryError = (named: FormatId | undefined): Format['binaryError'] =>
  named === undefined ? 'broken' : REGISTRY[named].binaryError

/** The formats that a file can have: the certain ones, and those to be tried where there are none or they do not read it. */
export const detectFormats = (probe: Probe): Readonly<Record<'certain' | 'possible', readonly Format[]>> => {
  const matches = FORMATS.map((format) => [format, format.detect(probe)] as const)
  const withMatch = (wanted: Match) =>
    matches.flatMap(([format, match]) => (match === wanted ? [format] : []))
  return { certain: withMatch('yes'), possible: withMatch('maybe') }
}
