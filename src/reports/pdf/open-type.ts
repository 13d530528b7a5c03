/** Where the script or the language is not in the font, its general rules hold. */
type Place = { readonly script: string; readonly language?: string }

/**
 * What a TrueType font itself puts in the place of single glyphs under a feature (OpenType GSUB, lookup type 1): figures of
 * one width (`tnum`), the letterforms of a language (`locl`). A PDF library draws glyphs as they are mapped and asks no
 * such table.
 * @returns glyph → glyph
 */
export function singleSubstitutions(
  font: Uint8Array,
  features: readonly string[],
  place: Place,
): Map<number, number> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const found = new Map<number, number>()
  const table = tableAt(view, 'GSUB')
  if (table === undefined) return found
  const featureList = table + view.getUint16(table + 6)
  const lookupList = table + view.getUint16(table + 8)
  for (const index of featureIndexes(view, table, place)) {
    const record = featureList + 2 + 6 * index
    if (!features.includes(tagAt(view, record))) continue
    const feature = featureList + view.getUint16(record + 4)
    for (let i = 0; i < view.getUint16(feature + 2); i++) {
      const lookup = lookupList + view.getUint16(lookupList + 2 + 2 * view.getUint16(feature + 4 + 2 * i))
      readLookup(view, lookup, found)
    }
  }
  return found
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

/** The record of `tag` in a list of tags and offsets. */
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
const EXTENSION = 7

function readLookup(view: DataView, lookup: number, found: Map<number, number>): void {
  const type = view.getUint16(lookup)
  for (let i = 0; i < view.getUint16(lookup + 4); i++) {
    const subtable = lookup + view.getUint16(lookup + 6 + 2 * i)
    if (type === SINGLE) readSingle(view, subtable, found)
    else if (type === EXTENSION && view.getUint16(subtable + 2) === SINGLE)
      readSingle(view, subtable + view.getUint32(subtable + 4), found)
  }
}

/** Format 1 adds a number to each glyph that it covers, format 2 names the other glyph of each. */
function readSingle(view: DataView, at: number, found: Map<number, number>): void {
  const isShift = view.getUint16(at) === 1
  for (const [i, glyph] of coverage(view, at + view.getUint16(at + 2)).entries()) {
    const other = isShift ? (glyph + view.getInt16(at + 4)) & 0xffff : view.getUint16(at + 6 + 2 * i)
    found.set(glyph, other)
  }
}

/** The glyphs that a subtable is about: listed one by one, or as ranges. */
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
