import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Assertion, Attestation } from '#api/second-factor.ts'

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

// CBOR (RFC 8949), as far as an authenticator needs it.
const head = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
const cborText = (text: string) => Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)])
const cborBytes = (bytes: Uint8Array) => Buffer.concat([head(2, bytes.length), bytes])
const cborInt = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const cborMap = (entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()])

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

type Options = Record<string, unknown>

/** What differs from an honest browser and authenticator. */
export type Tampering = {
  origin?: string
  host?: string
  challenge?: string
  isVerified?: boolean
  /** Within a page of another site. */
  isEmbedded?: boolean
  userHandle?: string
  signature?: (signature: Buffer) => Buffer
}

/** A passkey in software (WebAuthn Level 3, 6.1, 6.5): one key of ES256, with a counter. */
export class Authenticator {
  readonly id = base64url(randomBytes(16))
  readonly #origin: string
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #userHandle = ''
  #counter: number

  /** @param counter of signatures so far; negative: it does not count */
  constructor(origin: string, counter = 0) {
    this.#origin = origin
    this.#counter = counter
  }

  #clientData(type: string, options: Options, { origin, challenge, isEmbedded = false }: Tampering): Buffer {
    const data = {
      type,
      challenge: challenge ?? options['challenge'],
      origin: origin ?? this.#origin,
      crossOrigin: isEmbedded,
    }
    return Buffer.from(JSON.stringify(data))
  }

  #authenticatorData(flags: number, { host, isVerified = true }: Tampering): Buffer {
    if (this.#counter >= 0) this.#counter++
    return Buffer.concat([
      sha256(host ?? new URL(this.#origin).hostname),
      Buffer.from([flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0)]),
      uint32(Math.max(this.#counter, 0)),
    ])
  }

  create(options: Options, tampering: Tampering = {}): Attestation {
    const { id: userHandle } = options['user'] as { id: string }
    this.#userHandle = userHandle
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    // COSE_Key (RFC 9053, 7.1): EC2, ES256, P-256.
    const key = cborMap([
      [cborInt(1), cborInt(2)],
      [cborInt(3), cborInt(-7)],
      [cborInt(-1), cborInt(1)],
      [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
      [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
    ])
    const id = Buffer.from(this.id, 'base64url')
    const data = Buffer.concat([
      this.#authenticatorData(HAS_CREDENTIAL, tampering),
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      key,
    ])
    const attestationObject = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(data)],
    ])
    const clientDataJSON = base64url(this.#clientData('webauthn.create', options, tampering))
    return { id: this.id, response: { clientDataJSON, attestationObject: base64url(attestationObject) } }
  }

  get(options: Options, tampering: Tampering = {}): Assertion {
    const clientData = this.#clientData('webauthn.get', options, tampering)
    const data = this.#authenticatorData(0, tampering)
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey)
    const { signature: change = (bytes) => bytes, userHandle = this.#userHandle } = tampering
    return {
      id: this.id,
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(change(signature)),
        userHandle,
      },
    }
  }

  /** Sets the counter back, as that of a copy would be. */
  rewind(): void {
    this.#counter = 0
  }
}
