import { once } from 'node:events'
import { connect } from 'node:net'

const HEAD_END = '\r\n\r\n'
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n')

/** How much of an answer came. The body is counted as it was on the wire: with the marks of its chunks, if it has any. */
export type Arrived = { status: number; bytes: number }

export type OpenConnection = {
  /** Sends the bytes of a whole request and waits for the whole answer. One at a time. */
  exchange: (request: Buffer) => Promise<Arrived>
  close: () => void
}

/** A connection that stays open and reads no more of an answer than where it ends: Node's own client costs more than a server. */
export async function openConnection(origin: string): Promise<OpenConnection> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  let take: (chunk: Buffer) => void = () => {}
  let fail: (error: Error) => void = () => {}
  socket.on('data', (chunk) => {
    if (typeof chunk !== 'string') take(chunk)
  })
  socket.on('error', (error) => fail(error))
  socket.on('close', () => fail(new Error('The server closed the connection.')))
  return {
    exchange: (request) =>
      new Promise((resolve, reject) => {
        const read = makeReader()
        take = (chunk) => {
          const arrived = read(chunk)
          if (arrived !== undefined) resolve(arrived)
        }
        fail = reject
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

/** Takes one answer piece by piece, and says what it was when it is whole. */
function makeReader(): (chunk: Buffer) => Arrived | undefined {
  let head = ''
  let bytes = 0
  let length: number | undefined
  let tail: Buffer = Buffer.alloc(0)
  return (chunk) => {
    let body = chunk
    if (!head.includes(HEAD_END)) {
      const before = head.length
      head += chunk.toString('latin1')
      const end = head.indexOf(HEAD_END)
      if (end < 0) return undefined
      const known = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1]
      length = known === undefined ? undefined : Number(known)
      body = chunk.subarray(end + HEAD_END.length - before)
    }
    bytes += body.length
    if (length === undefined) tail = Buffer.concat([tail, body]).subarray(-LAST_CHUNK.length)
    const isWhole = length === undefined ? tail.equals(LAST_CHUNK) : bytes >= length
    return isWhole ? { status: Number(head.slice(9, 12)), bytes } : undefined
  }
}
