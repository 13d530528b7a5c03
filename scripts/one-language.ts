import type { Plugin } from 'vite'
import { LANGS, type Lang } from '../src/i18n/language.ts'

const MESSAGE = /\/i18n\/messages\/messages\/(?!_index)[\w-]+\.js$/
/** Long texts are files of their own in each language. */
const LONG = new RegExp(`/(?:legal|developers)/\\w+\\.(${LANGS.join('|')})\\.ts$`)
/** How a compiled sentence chooses its language: a line for each but the last, which needs no condition. */
const CHOICE =
  /const locale = experimentalStaticLocale[^\n]*\n(?:\s*if \(locale === "\w+"\) return \w+\(inputs\)\n)+\s*return \w+\(inputs\)/
const CALL = /return (\w+)\(inputs\)/g

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
      (choice) =>
        [...choice.matchAll(CALL)].find(([, name = '']) => name.startsWith(`${lang}_`))?.[0] ??
        this.error(`${id} has no sentence in ${lang}.`),
    )
  },
})
