import type { ExportTask, ExportedFile, NoRoom } from '#reports/types.ts'
import { serveWorker, throttleProgress } from '../rpc/worker-server.ts'
import type { ExportApi } from './types.ts'

serveWorker<ExportApi>((emit) => [
  {
    makeFile: (task) => makeFile(task, throttleProgress(emit)),
    async previewFile(task) {
      const { previewOwnFile } = await import('#reports/own-file-preview.ts')
      return orNoRoom(previewOwnFile(task, throttleProgress(emit)))
    },
  },
])

/** Loads the code of a kind of file on its first use. */
async function makeFile(
  task: ExportTask,
  onProgress: (done: number) => void,
): Promise<ExportedFile | NoRoom> {
  const { lang, rows } = task
  switch (task.kind) {
    case 'own':
    case 'own-xlsx':
    case 'own-csv': {
      const { ownFile } = await import('#reports/own-file.ts')
      return orNoRoom(ownFile(task, onProgress).then(({ made }) => made))
    }
    case 'xlsx': {
      const { resultsXlsx } = await import('#reports/results-xlsx.ts')
      return plain(await resultsXlsx(rows, task.facts, lang, onProgress))
    }
    case 'pdf': {
      const [{ resultsPdf }, fonts] = await Promise.all([import('#reports/results-pdf.ts'), pdfFonts(task)])
      return plain(await resultsPdf(rows, task.facts, { lang, fonts }, onProgress))
    }
    case 'protocol-xlsx': {
      const { protocolXlsx } = await import('#reports/protocol/protocol-xlsx.ts')
      return plain(await protocolXlsx(task, onProgress))
    }
    case 'protocol-pdf': {
      const [{ protocolPdf }, fonts] = await Promise.all([
        import('#reports/protocol/protocol-pdf.ts'),
        pdfFonts(task),
      ])
      return plain(await protocolPdf(task, fonts, onProgress))
    }
  }
}

/** An error that comes from a worker has no more than its message. */
async function orNoRoom<Made>(making: Promise<Made>): Promise<Made | NoRoom> {
  const { NoRoomForPrices } = await import('#reports/own-file.ts')
  return making.catch((error: unknown) => {
    if (error instanceof NoRoomForPrices) return error.reason
    throw error
  })
}

const plain = (file: Blob): ExportedFile => ({ file, warnings: [] })

async function pdfFonts({ rows, facts }: Extract<ExportTask, { facts: unknown }>) {
  const [{ loadPdfFonts }, { hasEmoji }] = await Promise.all([
    import('#reports/pdf/fonts.ts'),
    import('#reports/pdf/emoji.ts'),
  ])
  return loadPdfFonts(hasEmoji(rows, facts))
}
