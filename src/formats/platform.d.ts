// Web standards that browsers, workers and Node share. They are declared here so that this layer can use neither the DOM nor
// Node. Where a library declares them too, the declarations merge.
interface TextDecoder {
  readonly encoding: string
  decode(input?: Uint8Array, options?: { stream?: boolean }): string
}
declare var TextDecoder: {
  prototype: TextDecoder
  new (label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean }): TextDecoder
}
interface TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>
  encodeInto(source: string, destination: Uint8Array): { read: number; written: number }
}
declare var TextEncoder: { prototype: TextEncoder; new (): TextEncoder }
declare var console: { error: (...data: unknown[]) => void }
interface DecompressionStream {
  readonly readable: {
    getReader(): {
      read(): Promise<{ done: boolean; value?: Uint8Array<ArrayBuffer> | undefined }>
      cancel(reason?: unknown): Promise<void>
    }
  }
  readonly writable: {
    getWriter(): {
      readonly ready: Promise<unknown>
      write(chunk: Uint8Array<ArrayBuffer>): Promise<void>
      close(): Promise<void>
      abort(reason?: unknown): Promise<void>
    }
  }
}
interface CompressionStream {
  readonly readable: DecompressionStream['readable']
  readonly writable: DecompressionStream['writable']
}
declare var CompressionStream: {
  prototype: CompressionStream
  new (format: 'deflate' | 'deflate-raw' | 'gzip'): CompressionStream
}
declare var DecompressionStream: {
  prototype: DecompressionStream
  new (format: 'deflate' | 'deflate-raw' | 'gzip'): DecompressionStream
}
