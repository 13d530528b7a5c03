import type { Bytes } from '../../bytes/bytes.ts'
import { XmlTags } from '../../xml/tags.ts'
import { contentText } from '../read/shared-strings.ts'

/** The texts of formulas. Of a shared one only the first cell has it, and the others its index. */
export class FormulaTexts {
  readonly #shared = new Map<string, string>()

  /** @param start of its tag */
  at(xml: Bytes, start: number): string | undefined {
    const tag = new XmlTags(xml, start)
    tag.next()
    const index = tag.attribute('t') === 'shared' ? tag.attribute('si') : undefined
    const from = tag.end
    if (tag.kind !== 'empty') while (tag.next() && tag.kind !== 'close');
    const text = tag.end === from ? '' : contentText(xml, { start: from, end: tag.start }).trim()
    if (index === undefined) return text
    if (text !== '') this.#shared.set(index, text)
    return this.#shared.get(index)
  }
}
