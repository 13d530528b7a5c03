import type { FromExports } from './types.ts'
import type { ExportedFile, ExportTask } from '#reports/types.ts'

const post = (message: FromExports): void => self.postMessage(message)

const onProgress = (done: number): void => post({ kind: 'progress', done })

self.addEventListener('message', ({ data }: MessageEvent<ExportTask>) => {
  make(data).then(
    (made) => post({ kind: 'made', made }),
    (error: unknown) => post({ kind: 'failed', message: String(error) }),
  )
})

/** What makes a file is loaded when that kind is asked for. */
async function make(order: ExportTask): Promise<ExportedFile> {
  const { lang, rows } = order
  switch (order.kind) {
    case 'own':
    case 'own-xlsx':
    case 'own-csv': {
      const { ownFile } = await import('#reports/own-file.ts')
      return ownFile(order, onProgress)
    }
    case 'xlsx': {
      const { resultsXlsx } = await import('#reports/results-xlsx.ts')
      return plain(await resultsXlsx(rows, order.facts, lang, onProgress))
    }
    case 'pdf': {
      const [{ resultsPdf }, fonts] = await Promise.all([import('#reports/results-pdf.ts'), pdfFonts()])
      return plain(await resultsPdf(rows, order.facts, { lang, fonts }, onProgress))
    }
    case 'protocol-xlsx': {
      const { protocolXlsx } = await import('#reports/protocol/protocol-xlsx.ts')
      return plain(await protocolXlsx(order, onProgress))
    }
    case 'protocol-pdf': {
      const [{ protocolPdf }, fonts] = await Promise.all([
        import('#reports/protocol/protocol-pdf.ts'),
        pdfFonts(),
      ])
      return plain(await protocolPdf(order, fonts, onProgress))
    }
  }
}

const plain = (file: Blob): ExportedFile => ({ file, notes: [] })

async function pdfFonts() {
  const { loadPdfFonts } = await import('#reports/pdf/fonts.ts')
  return loadPdfFonts()
}
