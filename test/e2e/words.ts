import { it, type TestFunction } from 'vitest'

/** The texts of the pages in both languages as specified; never taken from the product. */
export const WORDS = {
  bg: {
    prefix: '',
    registerAction: /Вземете 15/,
    loginAction: 'Вход',
    signInAction: 'Влезте',
    logout: 'Изход',
    upload: 'Изберете файл',
    manual: 'Въведете редове на ръка',
    ready: 'Готово за превалутиране',
    columnsUnknown: 'Посочете колоните',
    otherFile: 'Друг файл',
    tryAnother: 'Изберете друг файл',
    remove: 'Премахнете',
    convertAll: /^Превалутирайте всички/,
    convertRest: /^Превалутирайте (?:останалите|последната)/,
    clear: 'Изчистете',
    accept: 'Приемам',
    ok: 'Добре',
    cancel: 'Отказ',
    confirm: /^Превалутирайте .* за /,
    confirmTitle: 'Превалутиране на редовете',
    results: 'Резултати от превалутирането',
    csv: 'Изтеглете CSV',
    more: 'Още',
    ownFile: /^Изтеглете .*-levro(-nakraya|-zameneni)?(\.\w+)+$/,
    preview: /^Преглед/,
    euro: 'Евро',
    single: 'Една сума',
    bulk: 'Каталог',
    errorTitle: 'Нещо се обърка',
    warningTitle: 'Моля, проверете',
    unreadable: 'Не успяхме да прочетем файла',
    signOutEverywhere: 'Изход от всички устройства',
  },
  en: {
    prefix: '/en',
    registerAction: /Get 15 free/,
    loginAction: 'Login',
    signInAction: 'Sign in',
    logout: 'Logout',
    upload: 'Upload a file',
    manual: 'Enter rows manually',
    ready: 'Ready to convert',
    columnsUnknown: 'Choose the columns',
    otherFile: 'Try another file',
    tryAnother: 'Try another file',
    remove: 'Remove',
    convertAll: /^Convert All/,
    convertRest: /^Convert the (?:other|last)/,
    clear: 'Clear',
    accept: 'Accept',
    ok: 'OK',
    cancel: 'Cancel',
    confirm: /^Convert .* for /,
    confirmTitle: 'Convert the rows',
    results: 'Bulk Conversion Results',
    csv: 'Export CSV',
    more: 'More',
    ownFile: /^Download .*-levro(-at-end|-replaced)?(\.\w+)+$/,
    preview: /^Preview/,
    euro: 'Euro (EUR)',
    single: 'Single',
    bulk: 'Bulk',
    errorTitle: 'Something went wrong',
    warningTitle: 'Please review',
    unreadable: "We couldn't read that file",
    signOutEverywhere: 'Sign out everywhere',
  },
} as const

export type Lang = keyof typeof WORDS

/** A plain decimal with the mark of the language. */
export const decimal = (amount: string, lang: Lang): string =>
  lang === 'bg' ? amount.replace('.', ',') : amount

export const LANGS = ['bg', 'en'] as const

type ItInTurn = {
  (title: string, run: TestFunction): void
  each: typeof it.each
}

/**
 * An `it` for tests of a `describe.each(LANGS)` whose behaviour no language changes: the first runs in the first language
 * alone, the second in the second, and so on, so that none runs twice and both languages are used. The cases of `each` take
 * turns too. A file that has others calls these `it` and those `test`.
 */
export function inTurn(lang: Lang): ItInTurn {
  let count = 0
  const isItsTurn = () => LANGS[count++ % LANGS.length] === lang
  const once = (title: string, run: TestFunction): void => {
    // oxlint-disable-next-line vitest/valid-title -- the title stands at the call.
    if (isItsTurn()) it(title, run)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it takes what `it.each` takes, and passes a part of the cases.
  const each = ((cases: readonly unknown[]) => it.each(cases.filter(isItsTurn))) as typeof it.each
  return Object.assign(once, { each })
}
