import type { Plugin } from 'vite'
import type { Lang } from '../src/i18n/language.ts'

const MESSAGE = /\/i18n\/messages\/messages\/(?!_index)[\w-]+\.js$/
/** Long texts are files of their own in each language. */
const LONG = /\/(?:legal|developers)\/\w+\.(bg|en)\.ts$/
/** How a compiled sentence chooses its language. */
const CHOICE =
  /const locale = experimentalStaticLocale[^\n]*\n\s*if \(locale === "bg"\) return (bg_\w+)\(inputs\)\n\s*return (en_\w+)\(inputs\)/

/** Leaves the sentences of one language alone in what is built. Fails the build when they are compiled in another way. */
export const oneLanguage = (lang: Lang): Plugin => ({
  name: 'one-language',
  enforce: 'pre',
  transform(code, id) {
    const [, other] = LONG.exec(id) ?? []
    if (other !== undefined && other !== lang)
      return code.replace(/(export const \w+)[^=]*=[\s\S]*$/, '$1 = {}')
    if (!MESSAGE.test(id)) return undefined
    if (!CHOICE.test(code)) this.error(`The choice of the language was not found in ${id}.`)
    return code.replace(
      CHOICE,
      (_choice, bg: string, en: string) => `return ${lang === 'bg' ? bg : en}(inputs)`,
    )
  },
})
