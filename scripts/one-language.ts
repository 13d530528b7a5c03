import type { Plugin } from 'vite'
import { LANGS, type Lang } from '../src/i18n/language.ts'

const MESSAGE_MODULE = /\/i18n\/messages\/messages\/(?!_index)[\w-]+\.js$/
/** Long texts have one file per language. */
const LONG_TEXT = new RegExp(`/(?:legal|developers)/(?:\\w+/)?\\w+\\.(${LANGS.join('|')})\\.ts$`)
/** The code by which a compiled message selects its language: one condition for each language except the last. */
const LANGUAGE_CHOICE =
  /const locale = experimentalStaticLocale[^\n]*\n(?:\s*if \(locale === "\w+"\) return \w+\(inputs\)\n)+\s*return \w+\(inputs\)/
const MESSAGE_CALL = /return (\w+)\(inputs\)/g

/** A Vite plugin that removes the messages of all other languages. Fails the build if the code has another form. */
export const oneLanguage = (lang: Lang): Plugin => ({
  name: 'one-language',
  enforce: 'pre',
  transform(code, id) {
    const [, other] = LONG_TEXT.exec(id) ?? []
    if (other !== undefined && other !== lang)
      return code.replace(/(export const \w+)[^=]*=[\s\S]*$/, '$1 = {}')
    if (!MESSAGE_MODULE.test(id)) return undefined
    if (!LANGUAGE_CHOICE.test(code)) this.error(`The selection of the language was not found in ${id}.`)
    return code.replace(
      LANGUAGE_CHOICE,
      (choice) =>
        [...choice.matchAll(MESSAGE_CALL)].find(([, name = '']) => name.startsWith(`${lang}_`))?.[0] ??
        this.error(`${id} has no message in ${lang}.`),
    )
  },
})
