const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A written workbook as the file that the browser saves. */
export const xlsxBlob = async (written: Promise<readonly Uint8Array<ArrayBuffer>[]>): Promise<Blob> =>
  new Blob([...(await written)], { type: XLSX_TYPE })
