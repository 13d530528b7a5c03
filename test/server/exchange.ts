import { connect } from 'node:net'

/** Sends bytes, further ones when the response begins, and reads until the server closes. */
export function exchange(
  origin: string,
  bytes: string,
  further?: string,
): Promise<{ head: string; body: string }> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
    if (further !== undefined) socket.once('data', () => socket.write(further))
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.on('error', () => {})
    socket.setTimeout(10_000, () => socket.destroy())
    socket.on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n')
      resolve({ head, body })
    })
  })
}
