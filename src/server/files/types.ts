import type { ErrorParams } from '#api/error-messages.ts'
import type { ErrorCode } from '#api/errors.ts'
import type { FileWarning } from '#api/file-warnings.ts'
import type { CheckFileChoices, ConvertFileChoices } from '#api/files.ts'
import type { Lang } from '#i18n/language.ts'
import type { ConvertedBulk } from '../conversions/convert.ts'

/** What is done with a file. */
export type FileKind = 'convert' | 'check'

/** The query of the request, as it was validated. It can be stored as JSON. */
export type FileChoices = Omit<ConvertFileChoices & CheckFileChoices, 'webhook'>

/** A request for a worker. */
export type FileTask = {
  /** The body of the request, which may be multipart. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly contentType: string
  readonly choices: FileChoices
  /** Whom it is for: the files of different ones are processed in turn. */
  readonly payer: string
  /** A file with more rows is not converted or checked (`larger`); without it every file is. */
  readonly maxRows?: number
}

/** A file that is left for the background, because it has more rows than `maxRows`. */
export type LargerFile = {
  readonly filename: string
  readonly rows: number
  /** What its conversion will cost; 0 for a check. */
  readonly tokens: number
  /** Of the file, its name, the recipe and all choices: SHA-256 in base64url. */
  readonly requestHash: string
}

export type FileResult = {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly filename: string
  readonly contentType: string
  readonly warnings: FileWarning[]
}

export type FileOutcome =
  /** `bulk`: what is to be charged and saved as a job; its `bodyHash` is the `requestHash`. Undefined for a check. */
  | { ok: true; rows: number; bulk: ConvertedBulk | undefined; result: FileResult }
  /** `params` have no texts in a language, and can be stored as JSON. `larger`: with the code `too_many_rows`. */
  | { ok: false; code: ErrorCode; params: ErrorParams; larger?: LargerFile }

/** Converts and checks files in a thread. */
export type FileConverter = {
  convert: (task: FileTask) => Promise<FileOutcome>
  check: (task: FileTask) => Promise<FileOutcome>
  close: () => Promise<void>
}

/** A request that is to be done in the background. */
export type StoreRequest = {
  readonly kind: FileKind
  readonly accountId: string
  readonly apiKeyId: string | undefined
  readonly key: string | undefined
  /** That of the request: its completion is announced in it. */
  readonly lang: Lang
  readonly webhook: string | undefined
  readonly task: Omit<FileTask, 'maxRows' | 'payer'>
  readonly larger: LargerFile
  readonly at: number
}

/** `GET /api/v1/files/:id` tells the state of a stored request. */
export type StoreResult =
  | { status: 'stored'; id: string }
  /** The key has stored this request before. */
  | { status: 'repeated'; id: string }
  | { status: 'conflict' }
  /** The account has as many waiting files as it may have. */
  | { status: 'full' }
  /** The server has no room for more files of any account. */
  | { status: 'busy' }
  | { status: 'no-account' }

/** What the route of `POST` needs of the stored files. */
export type FileStore = {
  store: (request: StoreRequest) => Promise<StoreResult>
  /** The stored request of an idempotency key, which no synchronous conversion may use as well. */
  findByKey: (accountId: string, key: string) => Promise<{ id: string; requestHash: string } | undefined>
}
