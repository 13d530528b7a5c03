import { me } from '#api/auth.ts'
import { listEntries } from '#api/account.ts'
import { ListWork } from '#engine/many/lists.ts'
import { ManySession } from '#engine/many/session.ts'
import { ManyStore } from '#engine/many/store.ts'
import { type GivenFile, type ManyWork, isSent } from '#engine/many/types.ts'
import type { KeyValues } from '#engine/storage/key-values.ts'
import { conversionSite } from './conversion-site.ts'
import { memoryDevice, memoryValues } from './device-records.ts'
import { zipRecords } from './zip-records.ts'

export const LIST = 'Име;Цена лв.\nХляб;1,95\nЧай;3,10\n'
// By 1.95583: 1.00 and 1.59 euro.
export const RETURNED = 'Име;Цена лв.;Цена евро\nХляб;1,95;1,00\nЧай;3,10;1,59\n'
/** Another list: 1.51 and 1.59 euro. */
export const OTHER = LIST.replace('1,95', '2,95')
export const SHORT = 'Име;Цена лв.\nСол;1,00\n'
/** Two columns may be the price. */
export const ASKING = 'Име;Цена;Цена\nХляб;1,95;2,95\nЧай;3,10;4,10\n'
/** 1.690 can be 1.69 or 1690. */
export const AMBIGUOUS = 'Име;Цена лв.\nХляб;1.690\nМляко;2.890\n'

export const given = (files: Readonly<Record<string, string | Uint8Array>>): GivenFile[] =>
  Object.entries(files).map(([path, content]) => ({
    path,
    file: new File([content as Uint8Array<ArrayBuffer>], path.slice(path.lastIndexOf('/') + 1)),
  }))

export const statesOf = (session: ManySession) =>
  Object.fromEntries(session.snapshot().lists.map(({ path, state }) => [path, state]))

/** The work as an object of functions. */
export const bound = (work: ListWork): ManyWork => ({
  findLists: (...args) => work.findLists(...args),
  read: (...args) => work.read(...args),
  prepare: (...args) => work.prepare(...args),
  send: (...args) => work.send(...args),
  remember: (...args) => work.remember(...args),
  pack: (request) => work.pack(request),
})

/** Several price lists of a new user of the real server. */
export function manyLists() {
  const site = conversionSite()
  const options = () => ({ owner: site.user.email, headers: site.headersOf(site.user) })

  /** A device, on which pages are opened and closed. */
  function device(storage: (values: KeyValues) => KeyValues = (values) => values) {
    const saved = new Map<string, unknown>()
    const { history } = memoryDevice()
    const open = (change: (work: ListWork) => ManyWork = (work) => work) => {
      const store = new ManyStore(storage(memoryValues(saved)))
      const session = new ManySession(change(new ListWork(history)), store)
      session.setOwner(site.user.email)
      return session
    }
    return { saved, open, history }
  }

  /** The balance, which is the sum of the ledger's entries. */
  async function tokens(): Promise<number> {
    const { entries } = (await site.user.call(listEntries)).reply
    const { tokens: balance } = (await site.user.call(me)).reply
    const sum = entries.reduce((all, { delta }) => all + delta, 0)
    if (sum !== balance) throw new Error(`The entries come to ${sum}, and the balance is ${balance}.`)
    return balance
  }

  async function packed(session: ManySession) {
    const made = await session.pack('after', 'bg', site.headersOf(site.user))
    if (!made?.file) throw new Error('no archive')
    const bytes = Buffer.from(await made.file.arrayBuffer())
    return {
      bytes,
      left: made.left,
      files: zipRecords(bytes).map(({ name, content }) => [name, content.toString()]),
    }
  }

  /** Confirms what is shown. */
  const convert = (session: ManySession) =>
    session.convert({ ...options(), lists: session.snapshot().lists.filter(isSent) })

  return { site, device, options, convert, packed, tokens }
}
