import type { Lang } from '#i18n/language.ts'
import { NATIONAL } from '#money/currency.ts'
import type { TryCall } from './send.ts'

type TryText = {
  title: string
  texts: readonly string[]
  call: string
  calls: Record<TryCall, string>
  key: string
  keyHint: string
  body: string
  bodyHint: string
  file: string
  noFile: string
  query: string
  queryHint: string
  checkQueryHint: string
  send: string
  signIn: string
  sending: string
  answer: string
  noAnswer: string
  saveFile: string
  cut: string
}

export const TRY_TEXT: Record<Lang, TryText> = {
  bg: {
    title: 'Изпробвайте',
    texts: [
      'Оттук изпращате истинска заявка: превалутираните цени се плащат с жетони и се запазват в профила. Ако сте влезли, може и без ключ.',
    ],
    call: 'Заявка',
    calls: { balance: 'Налични жетони', rows: 'Редове', file: 'Файл', check: 'Проверка на файл' },
    key: 'API ключ (по избор)',
    keyHint: 'Остава само на тази страница, докато е отворена, и не се запазва.',
    body: 'Тяло',
    bodyHint: 'JSON',
    file: 'Файл',
    noFile: 'Изберете файл, който да изпратите.',
    query: 'Параметри (по избор)',
    queryHint: 'Както в адрес: from=BGN&place=end',
    checkQueryHint: 'Както в адрес: bgn=B&eur=C',
    send: 'Изпратете',
    signIn: 'Влезте в профила си',
    sending: 'Изпраща се…',
    answer: 'Отговор',
    noAnswer: 'Няма отговор. Проверете връзката с интернет и опитайте отново.',
    saveFile: 'Свалете файла',
    cut: '… (показано е само началото)',
  },
  en: {
    title: 'Try it',
    texts: [
      'This sends a real request: converted prices are charged and saved in the account. If you are signed in, no key is needed.',
    ],
    call: 'Request',
    calls: { balance: 'Token balance', rows: 'Rows', file: 'File', check: 'File check' },
    key: 'API key (optional)',
    keyHint: 'It stays in this page while it is open, and is not saved.',
    body: 'Body',
    bodyHint: 'JSON',
    file: 'File',
    noFile: 'Choose a file to send.',
    query: 'Parameters (optional)',
    queryHint: 'As in an address: from=BGN&place=end',
    checkQueryHint: 'As in an address: bgn=B&eur=C',
    send: 'Send',
    signIn: 'Sign in to your account',
    sending: 'Sending…',
    answer: 'Response',
    noAnswer: 'There was no response. Check the internet connection and try again.',
    saveFile: 'Download the file',
    cut: '… (only the beginning is shown)',
  },
}

export const exampleRows = (name: string): string => `{
  "rows": [
    { "name": "${name}", "price": "12.50", "currency": "${NATIONAL}" }
  ]
}`
