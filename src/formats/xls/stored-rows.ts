import { MAIN, XML } from '../xlsx/write/sheet.ts'
import { BUILT_IN_FORMATS } from '../xlsx/read/styles.ts'
import { storedText } from './stored-text.ts'

const GENERAL = 'General'
/** The least number that a format of the workbook's own has. */
const FIRST_OWN_FORMAT = 164

const BUILT_IN = new Map(Object.entries(BUILT_IN_FORMATS).map(([number, code]) => [code, Number(number)]))

/** The cell formats of a workbook that is written: one for each number format. */
export class StoredFormats {
  readonly #styles = new Map<string, number>([[GENERAL, 0]])

  /** The index of the cell format. @param code the number format */
  idOf(code: string): number {
    const known = this.#styles.get(code)
    if (known !== undefined) return known
    const id = this.#styles.size
    this.#styles.set(code, id)
    return id
  }

  xml(): string {
    const own: string[] = []
    const styles = Array.from(this.#styles.keys(), (code) => {
      let number = code === GENERAL ? 0 : BUILT_IN.get(code)
      if (number === undefined) {
        number = FIRST_OWN_FORMAT + own.length
        own.push(`<numFmt numFmtId="${number}" formatCode="${storedText(code)}"/>`)
      }
      const applied = number === 0 ? '' : ' applyNumberFormat="1"'
      return `<xf numFmtId="${number}" fontId="0" fillId="0" borderId="0" xfId="0"${applied}/>`
    })
    return (
      `${XML}<styleSheet xmlns="${MAIN}">` +
      (own.length === 0 ? '' : `<numFmts count="${own.length}">${own.join('')}</numFmts>`) +
      '<fonts count="1"><font><sz val="12"/><color theme="1"/><name val="Calibri"/><family val="2"/><scheme val="minor"/></font></fonts>' +
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      `<cellXfs count="${styles.length}">${styles.join('')}</cellXfs>` +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
      '</styleSheet>'
    )
  }
}
