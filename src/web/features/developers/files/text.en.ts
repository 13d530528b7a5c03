import type { FilesText } from './text.ts'

export const FILES_EN: FilesText = {
  convert: {
    title: 'Converting a file',
    texts: [
      'Send the file as it is: CSV, Excel, OpenDocument, JSON, XML, DBF or HTML, also in an archive. You get the same file with the new prices, as the page returns it. Up to 20,000 rows the response is the file itself. Above that the response is 202 with an `id`, and the file is at `GET /api/v1/files/{id}/result` as soon as the state is `done`.',
      'Where a file does not say which column has the prices, in which currency they are, or anything else that the result depends on, the response is 422 with the code `file_undecided` and the questions; each names the parameter that answers it. Such a file is not converted and not charged. Send it again with one of the `answers` as parameters of the address; where none can be offered, they are an empty list. The settings that the page saves as `…-settings.json` are sent in the field `recipe`.',
      'Each converted price takes one token; the header `Levro-Tokens-Charged` has their number. What else is to be known about the file is in `Levro-Warnings` as codes, such as `currency-assumed` (nothing names a currency, and lev was taken). With the same `Idempotency-Key`, the same file and the same parameters you get the same response and are charged once; other parameters need another key.',
      'A file may have up to 20 MB. Of an archive with several lists one is converted in each request; for the next, send the archive that came back with another `sheet`. After 429 or 503 repeat the request when the seconds in `Retry-After` have passed.',
      'Files of up to 20,000 rows are not kept. Larger ones are deleted 24 hours after the conversion has ended. The rows stay in the saved conversions until you delete them.',
    ],
  },
  check: {
    title: 'Checking a file with both currencies',
    texts: [
      'Send a file with prices in lev and in euro to `POST /api/v1/files/check`. The response is JSON with every pair that is not exact to the cent, and the amount expected. A check is free, and needs a key with the permission `check`.',
    ],
  },
  webhook: {
    title: 'A webhook when the file is ready',
    texts: [
      'Instead of asking for the state, set the parameter `webhook` to an address of yours that begins with `https://`. When the conversion has ended, Levro sends there by POST what `GET /api/v1/files/{id}` returns. If your server does not answer with 2xx, the attempts are repeated for up to 24 hours.',
      'The header `Levro-Signature` proves that Levro sent it: it has the time (`t`) and the HMAC-SHA256 (`v1`) of the time, a dot and the body, with the secret that is shown once with the key. Verify it before you parse the body. Addresses in private networks are not accepted, and redirects are not followed.',
    ],
  },
  language: 'Programming language',
  sample: 'Program',
  verification: 'Verifying the signature',
}
