import { parseArgs } from 'node:util'
import { DEFAULT_LANG, LANGS, type Lang } from '#i18n/language.ts'
import { type Email, parseEmail } from '#server/auth/email.ts'

const MAX_GRANT = 1_000_000_000
const MAX_NOTE_LENGTH = 500
const DEFAULT_LIMIT = 50

export type GrantCommand = { command: 'grant'; email: Email; tokens: number; note: string }
export type UserCommand = { command: 'user'; email: Email }
export type SignOutCommand = { command: 'sign-out'; email: Email | 'all' }
export type RemoveFactorsCommand = { command: 'remove-factors'; email: Email; lang: Lang }
export type DeleteCommand = { command: 'delete'; email: Email; lang: Lang }
export type AcceptKeyCommand = { command: 'accept-key' }
export type SecurityCommand = { command: 'security'; email: Email | undefined; limit: number }
export type MessagesCommand = { command: 'messages'; limit: number }
export type PurchasesCommand = { command: 'purchases'; limit: number }
export type MailCommand = { command: 'mail'; limit: number; retry: boolean }
/** `head` is one of an earlier check, or a file that has one: its output, or a backup. */
export type LedgerCommand = { command: 'ledger'; head?: string }
export type BackupCommand = { command: 'backup'; file: string; mode: 'new' | 'replace' | 'check' }
export type RestoreCommand = { command: 'restore'; file: string }

/** The parsed command. */
export type AdminCommand =
  | GrantCommand
  | UserCommand
  | SignOutCommand
  | RemoveFactorsCommand
  | DeleteCommand
  | AcceptKeyCommand
  | SecurityCommand
  | MessagesCommand
  | PurchasesCommand
  | MailCommand
  | LedgerCommand
  | BackupCommand
  | RestoreCommand

/** What is wrong with the arguments, as one sentence; empty where the usage text is enough. */
export type UsageError = { command: 'none'; message: string }

const usageError = (message: string): UsageError => ({ command: 'none', message })

const OPTIONS = {
  note: { type: 'string' },
  limit: { type: 'string' },
  all: { type: 'boolean' },
  retry: { type: 'boolean' },
  check: { type: 'boolean' },
  head: { type: 'string' },
  force: { type: 'boolean' },
  yes: { type: 'boolean' },
  lang: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

type Name = keyof typeof OPTIONS
type Values = { [N in Name]?: (typeof OPTIONS)[N]['type'] extends 'string' ? string : boolean }

/** The options of each command, and the number of its positional arguments. */
const COMMAND_ARGS: Readonly<
  Record<AdminCommand['command'], { words: readonly number[]; options: readonly Name[] }>
> = {
  grant: { words: [2], options: ['note'] },
  user: { words: [1], options: [] },
  'sign-out': { words: [0, 1], options: ['all'] },
  'remove-factors': { words: [1], options: ['yes', 'lang'] },
  delete: { words: [1], options: ['yes', 'lang'] },
  'accept-key': { words: [0], options: ['yes'] },
  security: { words: [0, 1], options: ['limit'] },
  messages: { words: [0], options: ['limit'] },
  purchases: { words: [0], options: ['limit'] },
  mail: { words: [0], options: ['limit', 'retry'] },
  ledger: { words: [0], options: ['check', 'head'] },
  backup: { words: [1], options: ['check', 'force'] },
  restore: { words: [1], options: [] },
}

const isCommand = (text: string | undefined): text is AdminCommand['command'] =>
  text !== undefined && Object.hasOwn(COMMAND_ARGS, text)

/** Parses the arguments after `levro admin`. */
export function parseAdminArgs(args: string[]): AdminCommand | 'help' | UsageError {
  const parsed = readArgs(args)
  if (parsed === undefined) return usageError('')
  const { values, positionals } = parsed
  if (values.help === true) return 'help'
  const [command, ...words] = positionals
  if (!isCommand(command)) return usageError('')
  const { words: counts, options } = COMMAND_ARGS[command]
  const hasUnknownOption = Object.keys(values).some((name) => !options.some((own) => own === name))
  if (hasUnknownOption || !counts.includes(words.length)) return usageError('')
  return PARSERS[command](words, values)
}

const PARSERS: Record<
  AdminCommand['command'],
  (words: string[], values: Values) => AdminCommand | UsageError
> = {
  grant: ([email, tokens = ''], { note }) => {
    if (!/^\d{1,10}$/.test(tokens) || Number(tokens) < 1 || Number(tokens) > MAX_GRANT)
      return usageError(`TOKENS is a whole number from 1 to ${MAX_GRANT}, not '${tokens}'.`)
    if (note === undefined || note.trim() === '')
      return usageError('--note must say what the tokens are given for.')
    // Users read the note: characters that change the direction of text could falsify it.
    if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/u.test(note))
      return usageError('--note takes letters, digits and signs, on one line.')
    if (note.length > MAX_NOTE_LENGTH) return usageError(`--note takes up to ${MAX_NOTE_LENGTH} characters.`)
    return withEmail(email, (address) => ({
      command: 'grant',
      email: address,
      tokens: Number(tokens),
      note: note.trim(),
    }))
  },
  user: ([email]) => withEmail(email, (address) => ({ command: 'user', email: address })),
  'sign-out': ([email], { all }) => {
    if ((email === undefined) === (all !== true)) return usageError('Name one EMAIL, or --all.')
    if (email === undefined) return { command: 'sign-out', email: 'all' }
    return withEmail(email, (address) => ({ command: 'sign-out', email: address }))
  },
  'remove-factors': ([email], { yes, lang = DEFAULT_LANG }) => {
    if (yes !== true) return usageError('--yes says that you have made sure who asks for it.')
    return withLang(lang, (known) =>
      withEmail(email, (address) => ({ command: 'remove-factors', email: address, lang: known })),
    )
  },
  delete: ([email], { yes, lang = DEFAULT_LANG }) => {
    if (yes !== true) return usageError('--yes says that you mean it: nothing brings the account back.')
    return withLang(lang, (known) =>
      withEmail(email, (address) => ({ command: 'delete', email: address, lang: known })),
    )
  },
  'accept-key': (_words, { yes }) =>
    yes === true
      ? { command: 'accept-key' }
      : usageError('--yes states that the earlier secret key cannot be recovered.'),
  security: ([email], { limit }) =>
    withLimit(limit, (count) =>
      email === undefined
        ? { command: 'security', email: undefined, limit: count }
        : withEmail(email, (address) => ({ command: 'security', email: address, limit: count })),
    ),
  messages: (_words, { limit }) => withLimit(limit, (count) => ({ command: 'messages', limit: count })),
  purchases: (_words, { limit }) => withLimit(limit, (count) => ({ command: 'purchases', limit: count })),
  mail: (_words, { limit, retry }) =>
    withLimit(limit, (count) => ({ command: 'mail', limit: count, retry: retry === true })),
  ledger: (_words, { check, head }) =>
    check === true
      ? { command: 'ledger', ...(head !== undefined && { head }) }
      : usageError('--check is what there is to do with the ledger.'),
  backup: ([file = ''], { check, force }) => {
    if (check === true && force === true)
      return usageError('--check writes nothing: it goes without --force.')
    const mode = check === true ? 'check' : force === true ? 'replace' : 'new'
    return withFile(file, { command: 'backup', file, mode })
  },
  restore: ([file = '']) => withFile(file, { command: 'restore', file }),
}

const withFile = (file: string, command: AdminCommand): AdminCommand | UsageError =>
  file === '' ? usageError('FILE is the name of a file, or -.') : command

function withLang(text: string, make: (lang: Lang) => AdminCommand | UsageError): AdminCommand | UsageError {
  const lang = LANGS.find((one) => one === text)
  return lang === undefined ? usageError(`--lang is one of ${LANGS.join(', ')}, not '${text}'.`) : make(lang)
}

function withEmail(text = '', make: (email: Email) => AdminCommand): AdminCommand | UsageError {
  const email = parseEmail(text)
  return email === undefined ? usageError(`EMAIL is an email address, not '${text}'.`) : make(email)
}

function withLimit(
  text: string | undefined,
  make: (limit: number) => AdminCommand | UsageError,
): AdminCommand | UsageError {
  if (text === undefined) return make(DEFAULT_LIMIT)
  return /^[1-9]\d{0,5}$/.test(text)
    ? make(Number(text))
    : usageError('--limit takes a whole number above 0.')
}

function readArgs(args: string[]): { positionals: string[]; values: Values } | undefined {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true })
  } catch {
    return undefined
  }
}
