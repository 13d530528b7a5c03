export const ADMIN_USAGE = `levro admin: administration of accounts, on the server's own settings (DATA_DIR or DATABASE_URL)

Usage:
  levro admin grant EMAIL TOKENS --note TEXT   gives tokens, and prints the new balance; the person sees the note
  levro admin user EMAIL                       what is known of an account, as one JSON object
  levro admin sign-out EMAIL | --all           ends every session of an account, or of all; prints how many
  levro admin delete EMAIL --yes [--lang bg|en]  deletes an account, as its owner can;
                                               a letter in that language tells them
  levro admin messages [--limit N]             what people wrote to support, the newest first, a JSON object a line
  levro admin purchases [--limit N]            orders of packs, the newest first, a JSON object a line; 'problem' says
                                               what to look at: a payment that differs from its order, or is unknown
  levro admin mail [--limit N] [--retry]       letters that wait or were given up, a JSON object a line;
                                               --retry makes those that were given up due again
  levro admin ledger --check                   adds up every balance from the ledger, and says what differs
  levro admin backup FILE [--force]            writes all that is kept, beside a running server; --force replaces FILE
  levro admin backup --check FILE              reads a backup to its end, and says whether it is whole
  levro admin restore FILE                     puts a backup of SQLite or PostgreSQL into an empty database of either

FILE is a backup; - is standard output, or standard input.

Exit status: 0 done; 1 there is no such account or database, the ledger does not add up, or a backup cannot be written, read
or restored; 2 wrong usage.
`
