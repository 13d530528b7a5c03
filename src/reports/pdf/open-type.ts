/** OpenType tags. Where the font lacks the script or language, its default rules apply. */
type Place = { readonly script: string; readonly language?: string }

/**
 * Single glyph substitutions of a TrueType font for OpenType features (GSUB, lookup type 1): tabular figures (`tnum`),
 * localized forms (`locl`). jsPDF does not apply GSUB itself.
 * @returns glyph id → substitute glyph id
 */
export function singleSubstitutions(
  font: Uint8Array,
  features: readonly string[],
  place: Place,
): Map<number, number> {
  const view = viewOf(font)
  const found = new Map<number, number>()
  for (const lookup of lookupsOf(view, features, place))
    readLookup(view, lookup, SINGLE, (at) => readSingle(view, at, found))
  return found
}

/** Glyphs that stand for several in a row. */
export type Ligatures = {
  /** Of the first glyph: the glyphs after it, and the one that stands for all; longer ones first. */
  readonly [first: number]: readonly { readonly rest: readonly number[]; readonly glyph: number }[]
}

/** Ligatures of a TrueType font for OpenType features (GSUB, lookup type 4). */
export function ligatures(font: Uint8Array, features: readonly string[], place: Place): Ligatures {
  const view = viewOf(font)
  const found: Record<number, { rest: number[]; glyph: number }[]> = {}
  for (const lookup of lookupsOf(view, features, place))
    readLookup(view, lookup, LIGATURE, (at) => readLigatures(view, at, found))
  for (const list of Object.values(found)) list.sort((a, b) => b.rest.length - a.rest.length)
  return found
}

/** Glyph ids by code point, also those beyond U+FFFF (cmap, format 12), which jsPDF does not read. */
export function glyphsByCodePoint(font: Uint8Array): Map<number, number> {
  const view = viewOf(font)
  const glyphs = new Map<number, number>()
  const table = tableAt(view, 'cmap')
  if (table === undefined) return glyphs
  for (let i = 0; i < view.getUint16(table + 2); i++) {
    const at = table + view.getUint32(table + 8 + 8 * i)
    if (view.getUint16(at) !== SEGMENTED_COVERAGE) continue
    for (let group = 0; group < view.getUint32(at + 12); group++) {
      const [first, last, glyph] = [0, 4, 8].map((part) => view.getUint32(at + 16 + 12 * group + part))
      for (let code = first!; code <= last!; code++) glyphs.set(code, glyph! + code - first!)
    }
  }
  return glyphs
}

const SEGMENTED_COVERAGE = 12

const viewOf = (font: Uint8Array): DataView => new DataView(font.buffer, font.byteOffset, font.byteLength)

/** Offsets of the lookups of these features. */
function lookupsOf(view: DataView, features: readonly string[], place: Place): number[] {
  const table = tableAt(view, 'GSUB')
  if (table === undefined) return []
  const featureList = table + view.getUint16(table + 6)
  const lookupList = table + view.getUint16(table + 8)
  return featureIndexes(view, table, place).flatMap((index) => {
    const record = featureList + 2 + 6 * index
    if (!features.includes(tagAt(view, record))) return []
    const feature = featureList + view.getUint16(record + 4)
    return Array.from(
      { length: view.getUint16(feature + 2) },
      (_, i) => lookupList + view.getUint16(lookupList + 2 + 2 * view.getUint16(feature + 4 + 2 * i)),
    )
  })
}

const tagAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)))

function tableAt(view: DataView, tag: string): number | undefined {
  for (let i = 0; i < view.getUint16(4); i++) {
    const record = 12 + 16 * i
    if (tagAt(view, record) === tag) return view.getUint32(record + 8)
  }
  return undefined
}

/** Offset of the table with `tag` in a list of tag-offset records. */
function offsetOf(view: DataView, list: number, first: number, tag: string): number | undefined {
  for (let i = 0; i < view.getUint16(first - 2); i++) {
    const record = first + 6 * i
    if (tagAt(view, record) === tag) return list + view.getUint16(record + 4)
  }
  return undefined
}

function featureIndexes(view: DataView, table: number, { script, language }: Place): number[] {
  const scripts = table + view.getUint16(table + 4)
  const found = offsetOf(view, scripts, scripts + 2, script) ?? offsetOf(view, scripts, scripts + 2, 'DFLT')
  if (found === undefined) return []
  const general = view.getUint16(found) === 0 ? undefined : found + view.getUint16(found)
  const system = (language === undefined ? undefined : offsetOf(view, found, found + 4, language)) ?? general
  if (system === undefined) return []
  return Array.from({ length: view.getUint16(system + 4) }, (_, i) => view.getUint16(system + 6 + 2 * i))
}

const SINGLE = 1
const LIGATURE = 4
const EXTENSION = 7

/** Calls `read` with the offset of each subtable of this type. */
function readLookup(view: DataView, lookup: number, wanted: number, read: (at: number) => void): void {
  const type = view.getUint16(lookup)
  for (let i = 0; i < view.getUint16(lookup + 4); i++) {
    const subtable = lookup + view.getUint16(lookup + 6 + 2 * i)
    if (type === wanted) read(subtable)
    else if (type === EXTENSION && view.getUint16(subtable + 2) === wanted)
      read(subtable + view.getUint32(subtable + 4))
  }
}

function readLigatures(
  view: DataView,
  at: number,
  found: Record<number, { rest: number[]; glyph: number }[]>,
): void {
  for (const [i, first] of coverage(view, at + view.getUint16(at + 2)).entries()) {
    const set = at + view.getUint16(at + 6 + 2 * i)
    for (let n = 0; n < view.getUint16(set); n++) {
      const ligature = set + view.getUint16(set + 2 + 2 * n)
      const rest = Array.from({ length: view.getUint16(ligature + 2) - 1 }, (_, c) =>
        view.getUint16(ligature + 4 + 2 * c),
      )
      ;(found[first] ??= []).push({ rest, glyph: view.getUint16(ligature) })
    }
  }
}

/** SingleSubst format 1 adds a delta to each covered glyph; format 2 lists the substitutes. */
function readSingle(view: DataView, at: number, found: Map<number, number>): void {
  const isShift = view.getUint16(at) === 1
  for (const [i, glyph] of coverage(view, at + view.getUint16(at + 2)).entries()) {
    const other = isShift ? (glyph + view.getInt16(at + 4)) & 0xffff : view.getUint16(at + 6 + 2 * i)
    found.set(glyph, other)
  }
}

/** Glyph ids of a coverage table: a list (format 1) or ranges (format 2). */
function coverage(view: DataView, at: number): number[] {
  const count = view.getUint16(at + 2)
  if (view.getUint16(at) === 1) return Array.from({ length: count }, (_, i) => view.getUint16(at + 4 + 2 * i))
  const glyphs: number[] = []
  for (let i = 0; i < count; i++) {
    const range = at + 4 + 6 * i
    for (let glyph = view.getUint16(range); glyph <= view.getUint16(range + 2); glyph++) glyphs.push(glyph)
  }
  return glyphs
}
