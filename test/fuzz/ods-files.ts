import type { CellObject } from '@e965/xlsx'
import { flatXml, odsBook, row, sheet } from '#test/fixtures/catalogues/ods-book.ts'
import type { Dice } from './dice.ts'
import { drawList } from './draw-list.ts'
import type { FuzzCell, FuzzFile } from './list.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** An OpenDocument spreadsheet, packed or flat: number formats, formulas, repeated rows and cells, several sheets. */
export function drawOdsFile(dice: Dice): FuzzFile {
  const list = drawList(dice, true)
  const styles = new OdsStyles()
  const isRepeated = dice.chance(50)
  const rows = list.grid.map((cells) =>
    row(...runsOf(cells, isRepeated).map(({ cell, count }) => cellXml(cell, count, styles))),
  )
  const last = dice.chance(50) ? row('<table:table-cell table:number-columns-repeated="16384"/>') : ''
  const own = sheet(rows.join('') + last)
  const hidden = sheet(row(textCell('Цена')) + row(textCell('9')), {
    name: 'Скрит',
    attributes: ' table:style-name="hidden"',
  })
  const body = dice.weighted([
    [6, own],
    [1, own + sheet(row(textCell('Име'), textCell('Цена')), { name: 'Други' })],
    [1, sheet('', { name: 'Празен' }) + own],
    [1, hidden + own],
  ])
  const automatic = `${styles.xml}<style:style style:name="hidden" style:family="table"><style:table-properties table:display="false"/></style:style>`
  const isFlat = dice.chance(40)
  const text = isFlat ? flatXml({ body, automatic }) : ''
  return {
    fileName: isFlat ? dice.pick(['list.fods', 'list.xml']) : dice.pick(['list.ods', 'list.ots']),
    bytes: isFlat ? new TextEncoder().encode(text) : odsBook({ body, automatic }),
    expected: list.expected,
    isTitled: list.isTitled,
    traits: `${isFlat ? 'flat ' : ''}ODS ${automatic}\n${body}`,
  }
}

/** Equal neighbours as one with a count, where that is wanted. */
function runsOf(cells: readonly FuzzCell[], isRepeated: boolean): { cell: FuzzCell; count: number }[] {
  const runs: { cell: FuzzCell; count: number }[] = []
  for (const cell of cells) {
    const last = runs.at(-1)
    if (isRepeated && last !== undefined && JSON.stringify(last.cell) === JSON.stringify(cell)) last.count++
    else runs.push({ cell, count: 1 })
  }
  return runs
}

/** Lines of a text are paragraphs; spaces that XML does not keep, and tabs, have elements. */
const paragraphs = (text: string): string =>
  text
    .split('\n')
    .map((line) => {
      const kept = escaped(line)
        .replaceAll('\t', '<text:tab/>')
        .replace(/^ +| +$| {2,}/g, (spaces) => `<text:s text:c="${spaces.length}"/>`)
      return `<text:p>${kept}</text:p>`
    })
    .join('')

const textCell = (text: string, attributes = ''): string =>
  `<table:table-cell${attributes} office:value-type="string">${paragraphs(text)}</table:table-cell>`

function cellXml({ text, stored }: FuzzCell, count: number, styles: OdsStyles): string {
  const repeat = count === 1 ? '' : ` table:number-columns-repeated="${count}"`
  if (stored === undefined) return text === '' ? `<table:table-cell${repeat}/>` : textCell(text, repeat)
  const formula = stored.f === undefined ? '' : ` table:formula="of:=${stored.f}"`
  if (stored.t === 's') return textCell(String(stored.v), repeat + formula)
  if (stored.t === 'b')
    return `<table:table-cell${repeat} office:value-type="boolean" office:boolean-value="true"><text:p>ИСТИНА</text:p></table:table-cell>`
  if (stored.t === 'e')
    return `<table:table-cell${repeat}${formula} office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#N/A</text:p></table:table-cell>`
  return numberXml(stored, repeat + formula, styles)
}

function numberXml({ v, z = 'General' }: CellObject, attributes: string, styles: OdsStyles): string {
  const format = String(z)
  const value = Number(v)
  const shown = `<text:p>${value}</text:p></table:table-cell>`
  const cell = `<table:table-cell${attributes} table:style-name="${styles.nameOf(format)}"`
  if (/[dmy]{2}|m\/d/.test(format)) {
    const date = new Date(Date.UTC(1899, 11, 30) + value * 86_400_000).toISOString().slice(0, 19)
    return `${cell} office:value-type="date" office:date-value="${date}">${shown}`
  }
  const type = format.includes('%') ? 'percentage' : 'float'
  return `${cell} office:value-type="${type}" office:value="${value}">${shown}`
}

/** A token of a format of Excel: a text, a gap, a currency, brackets, digits, or a sign. */
const TOKEN = /"([^"]*)"|\\(.)|[_*].|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|([#0?,]+(?:\.[0#]+)?)|([€$])|(.)/gsu

/** Number formats of Excel as styles of OpenDocument. */
class OdsStyles {
  readonly #names = new Map<string, string>()
  #xml = ''

  get xml(): string {
    return this.#xml
  }

  nameOf(format: string): string {
    const known = this.#names.get(format)
    if (known !== undefined) return known
    const name = `ce${this.#names.size + 1}`
    this.#names.set(format, name)
    this.#xml += `${dataStyle(format, `N${name}`)}<style:style style:name="${name}" style:family="table-cell" style:data-style-name="N${name}"/>`
    return name
  }
}

function dataStyle(format: string, name: string): string {
  const [first = '', second] = format.split(';')
  const styled = (part: string, own: string, more = ''): string => {
    const element = elementOf(part)
    return `<number:${element} style:name="${own}">${partsOf(part)}${more}</number:${element}>`
  }
  if (second === undefined) return styled(first, name)
  // The style is that of amounts below 0, with one for others.
  const map = `<style:map style:condition="value()&gt;=0" style:apply-style-name="${name}P0"/>`
  return styled(first, `${name}P0`) + styled(`-${second.replace(/^\\?-/, '')}`, name, map)
}

function elementOf(format: string): string {
  if (format.includes('%')) return 'percentage-style'
  if (/[dmy]{2}|m\/d/.test(format)) return 'date-style'
  if (format === '@') return 'text-style'
  return /\[\$|€/.test(format) ? 'currency-style' : 'number-style'
}

function partsOf(format: string): string {
  if (format === '@') return '<number:text-content/>'
  if (format === 'General') return '<number:number number:min-integer-digits="1"/>'
  if (elementOf(format) === 'date-style') return '<number:year number:style="long"/>'
  return format.replace(TOKEN, (_, quoted, escapedSign, symbol, digits, sign, other) => {
    if (symbol !== undefined || sign !== undefined)
      return `<number:currency-symbol>${symbol ?? sign}</number:currency-symbol>`
    if (digits !== undefined) {
      const [whole = '', decimals = ''] = String(digits).split('.')
      const grouping = whole.includes(',') ? ' number:grouping="true"' : ''
      return `<number:number number:decimal-places="${decimals.length}" number:min-integer-digits="1"${grouping}/>`
    }
    const text = quoted ?? escapedSign ?? other
    return text === undefined ? '' : `<number:text>${escaped(String(text))}</number:text>`
  })
}
