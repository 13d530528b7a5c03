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
