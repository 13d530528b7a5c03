import type { Bytes } from '../zip/zip-pack.ts'
import { type PackageParts, type Relation, relationsPartOf } from './package.ts'
import { type Span, textOf, unescaped, XmlTags } from '../xml/tags.ts'

export type SheetPart = { readonly name: string; readonly part: string }

/** A name that the workbook defines, with the index of the sheet it belongs to, and where its formula stands. */
export type DefinedName = {
  readonly name: string
  readonly sheet: number | undefined
  readonly formula: Span
}

/** The parts of a workbook that writing back needs to know, and what `workbook.xml` says. */
export type WorkbookParts = {
  readonly part: string
  readonly xml: Bytes
  readonly sheets: readonly SheetPart[]
  readonly names: readonly DefinedName[]
  readonly styles: string | undefined
  readonly strings: string | undefined
  readonly relations: string
}

/** Follows the relationships from the package to the workbook and to its parts, whatever they are called. */
export async function findWorkbook(parts: PackageParts): Promise<WorkbookParts> {
  const main = (await parts.relationsOf('')).find(({ type }) => type === 'officeDocument')
  const part = main?.target ?? 'xl/workbook.xml'
  const xml = await parts.read(part)
  if (xml === undefined) throw new Error('There is no workbook part.')
  const relations = await parts.relationsOf(part)
  const target = (kind: string) =>
    relations.find(({ type, target: named }) => type === kind && parts.has(named))?.target
  return {
    part,
    xml,
    ...contentsOf(xml, relations),
    styles: target('styles'),
    strings: target('sharedStrings'),
    relations: relationsPartOf(part),
  }
}

function contentsOf(
  xml: Bytes,
  relations: readonly Relation[],
): { sheets: readonly SheetPart[]; names: readonly DefinedName[] } {
  const sheets: SheetPart[] = []
  const names: DefinedName[] = []
  for (const tags = new XmlTags(xml); tags.next();) {
    if (tags.kind === 'close') continue
    if (tags.is('sheet')) {
      const id = tags.prefixedAttribute('id')
      const target = relations.find((one) => one.id === id)?.target ?? ''
      sheets.push({ name: tags.attribute('name') ?? '', part: target })
    } else if (tags.is('definedName')) names.push(readName(tags))
  }
  return { sheets, names }
}

function readName(tags: XmlTags): DefinedName {
  const name = tags.attribute('name') ?? ''
  const sheet = tags.attribute('localSheetId')
  const start = tags.end
  tags.skip()
  const formula = { start, end: Math.max(tags.start, start) }
  return { name, sheet: sheet === undefined ? undefined : Number(sheet), formula }
}

/** The formula of a defined name. */
export const formulaOf = (xml: Bytes, { formula }: DefinedName): string =>
  unescaped(textOf(xml, formula.start, formula.end))
