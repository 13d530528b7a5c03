import { PRODUCT } from '#product/product.ts'
import type { PrivacyText } from './text.ts'

const NAME = PRODUCT.name.en
const EMAIL = `[${PRODUCT.supportEmail}](email)`

export const PRIVACY_EN: PrivacyText = {
  scope: {
    title: 'Scope',
    body: [
      `This policy explains how the operator of ${NAME} (“we”, “us”) processes personal data when you visit the site, use the converter and your account, or write to us. We are the controller of the data; you can reach us at ${EMAIL}.`,
      'We follow Regulation (EU)\u00a02016/679 (the General Data Protection Regulation) and the Bulgarian Personal Data Protection Act. If the rows you convert contain personal data of other people, you are their controller and we process them on your behalf.',
    ],
  },
  data: {
    title: 'Data we process',
    body: [
      'Single amounts are calculated in your browser and we keep no record of them; when you open an address that contains an amount, it reaches the server only as part of that address. Otherwise we process only this:',
      [
        'Account: email address and whether it is confirmed, date of registration and password – the latter only as an irreversible hash from which it cannot be read.',
        'Catalogues: on the site the file is read on your device and is never uploaded. A conversion sends the rows – name, price and currency – and the name of the file. They are kept in your account together with the result.',
        'Files that your own programs send to the API: one with more than 20,000\u00a0rows is stored until it has been processed, and its result for up to 24\u00a0hours after that; a smaller one is processed in memory only. Of a stored file we record the name, the number of rows, your choices, the times, the tokens and the outcome, and the address to which its completion is to be announced, if you give one. The rows of a conversion are kept in your account, as those of the site are.',
        'Tokens and payments: every grant and use of tokens with its date and balance and, for a purchase, the pack, the amount and the payment number. Card data stay with the payment provider.',
        'Accepted terms: the version and the date.',
        'Messages: your email address and what you wrote to us.',
        'Devices on which you have signed in: the browser, the operating system, the time of signing in and of the last use.',
        'Protection of the account, if you have added it: the public parts of passkeys, the encrypted secret of the authenticator app, and hashes of the recovery codes.',
        'API keys, if you have created any: the name, the beginning and a hash of the key, its permissions and limits, and when it was created, used and revoked.',
        'Security log: sign-ins, failed attempts, refusals and changes in the protection of the account, with a pseudonym of the account and a shortened network address.',
        'Technical data: the IP address, for a short time, to limit attempts to sign in, to register and to change the password, and messages to us. The server log holds the time, the page address and the response status, but not who made the request.',
      ],
    ],
  },
  use: {
    title: 'Why we process your data',
    body: [
      [
        'To perform the contract with you: account, conversion, saved results, tokens, payments and replies to your messages (Article\u00a06(1)(b) of the Regulation).',
        'To meet legal obligations, for example in accounting and tax (Article\u00a06(1)(c)).',
        'For our legitimate interest in a secure service that is not abused, and in defending our rights (Article\u00a06(1)(f)).',
      ],
      'Email and password are needed to have an account; without them you can convert single amounts. We send no advertising, build no profiles of behaviour and make no decisions based solely on automated processing that significantly affect you.',
    ],
  },
  cookies: {
    title: 'Cookies and data on your device',
    body: [
      "We use two cookies, both once you sign in or set a new password with an emailed link. One is for the session: the server recognises you by it, and it expires after 30 days at the latest. The other remembers for a year that you have signed in on this device, so that other people's attempts to guess your password do not lock you out and a second factor is not asked for again; on its own it gives no access. Both are necessary and cannot be read by scripts. There are no advertising or statistics cookies and no third-party scripts, so we do not ask for your consent.",
      'On the device itself the following is saved, so that you do not lose your work:',
      [
        'the last 10 single conversions;',
        'the file that you are checking, while you sign in or pay; if you do not come back, it is deleted when Bulk mode is first opened after one day;',
        'the rows you are working on, the last results, and the files they come from;',
        'the files that you have opened together, and which of them are converted;',
        'which columns and which currency you chose for files with the same headers: only where the columns stand and a checksum of the headers, for at most 100\u00a0kinds of files;',
        'that a file was converted, when, and with how many prices: the file by a fingerprint alone, for at most 1,000\u00a0files;',
        'the converter itself, so that it works without a connection;',
        'a conversion that has not been answered yet, so that it is not paid for twice;',
        'the message to us that you are writing, until you send it or close the tab;',
        'the purpose and the name that you entered in the last report;',
        'whose rows these are: the email address of the account;',
        'the accepted version of the terms.',
      ],
      'You can clear them with the buttons in the converter or in the settings of your browser. Rows, results, files opened together, what you entered in the last report and an unfinished message are also cleared when you log out. The payment page of the provider has its own cookies and its own policy.',
      'The chosen columns and the fingerprints of converted files stay after you log out, but on this device only, and separately for each account. The account is identified by a fingerprint of the email address mixed with a random number that is kept on the same device. Whoever has the device and the same file, or knows the address, can check whether they are among what is remembered. You clear all of it with the button “Forget remembered columns and files” in the help of the converter in Bulk mode; deleting the account on this device also deletes what is remembered of it here.',
    ],
  },
  sharing: {
    title: 'Sharing',
    body: [
      'We do not sell personal data or share them for advertising. As far as needed, they are accessible to:',
      [
        'providers of hosting and email, who process them on our behalf and under contract;',
        'the card payment provider when you pay by card, as an independent controller;',
        'accountants and legal advisers bound by professional secrecy;',
        'public authorities where the law obliges us.',
      ],
      'If the service passes to another operator, the data pass with it under the same conditions and after you have been told.',
    ],
  },
  security: {
    title: 'Security',
    body: [
      'The connection to the site is encrypted. Passwords are kept only as Argon2id hashes, and the keys of sessions, of known devices and of emailed links likewise only as hashes. Attempts to sign in are limited. Only the people who run the service have access to the data.',
      'No protection is absolute. If a breach puts your rights at risk, we notify the Commission for Personal Data Protection within 72 hours, and you without undue delay where the risk is high.',
    ],
  },
  retention: {
    title: 'Retention and deletion',
    body: [
      [
        'The account and the history of its tokens: as long as the account exists.',
        'Saved conversions: until you delete them from the account, or the account is deleted. After you delete a conversion, only a record that it was paid for remains, without its rows.',
        'Files sent to the API: what you sent, until it has been processed, but for 24\u00a0hours at most; the result, for 24\u00a0hours after completion, or until you delete it; it is in no backup. What we record of the file: 90\u00a0days. The address for the announcement: until it is delivered; if it cannot be, up to 30\u00a0days.',
        'Sessions: up to 30 days, or 7 days without use; known devices: a year after the last time you signed in.',
        'API keys: until you revoke them, or the account is deleted; revoked ones: 90\u00a0days.',
        'The security log: 90\u00a0days.',
        'A hash, made with a secret key, of the email address that has received free tokens, and whether it was confirmed: as long as the account exists and for 12\u00a0months after its deletion, so that they are not received again.',
        'Limits on attempts to sign in, to register and to change the password, and on messages to us: up to a day.',
        'Emails that we send you: until they are sent; if they cannot be delivered, up to 30 days.',
        'Payment documents: for the periods set by accounting and tax law, usually 10 years (Article\u00a012 of the Bulgarian Accountancy Act).',
        'Unpaid orders of packs: up to 60 days.',
        'Messages that you send us: as long as they are needed for the reply and a possible dispute, but no longer than 5 years.',
      ],
      `You may delete your account yourself at any time, in its settings, or ask for it by writing to ${EMAIL}. The data in it are deleted at once, except what the law obliges us to keep.`,
    ],
  },
  rights: {
    title: 'Your rights',
    body: [
      'Under the Regulation you have the right:',
      [
        'of access to your data and to a copy of them;',
        'to have inaccurate data corrected;',
        'to erasure (“to be forgotten”);',
        'to restriction of processing;',
        'to portability: to receive your data in a machine-readable format;',
        'to object to processing based on a legitimate interest.',
      ],
      `You can download a copy of your data at any time in the settings of your account. For the rest write to us at ${EMAIL} from the email address of your account. We answer free of charge and within one month; for complex requests this may be extended by two more months, and we will tell you.`,
      'If you believe that we infringe your rights, you may complain to the Bulgarian [Commission for Personal Data Protection](cpdp) or to the supervisory authority of the country you live in, and seek a judicial remedy.',
    ],
  },
  transfers: {
    title: 'International transfers',
    body: [
      'We do not transfer data outside the European Economic Area for our own purposes. If one of our providers processes them outside it, this happens only under an adequacy decision of the European Commission, or under standard contractual clauses with the additional measures needed.',
      'You may ask us for a copy of the safeguards that apply.',
    ],
  },
  children: {
    title: 'Children under 18',
    body: [
      'Accounts and purchases are meant for people aged 18 and over. We do not knowingly collect data of younger people.',
      `If you learn that a child has created an account, write to us at ${EMAIL} and we will delete the account and the data in it. Converting single amounts neither requires nor collects personal data.`,
    ],
  },
  changes: {
    title: 'Changes to this policy',
    body: [
      'We update this policy when the service or the law changes. Each version has a number and a date, given at the top of the page.',
      'Significant changes are announced in advance on the site or to the email address of your account. If we want to use data for a new purpose, we will inform you before we begin and ask for consent where the law requires it.',
      'November 27, 2026: describes the protection of the account, the security log, and the hash of the email address that has received free tokens.',
      'November 29, 2026: describes the files that programs send to the API, and the addresses to which their completion is announced.',
    ],
  },
  contact: {
    title: 'Contact',
    body: [
      `For anything about your personal data write to ${EMAIL}. So that we do not disclose your data to someone else, we may ask you to confirm that the email address of the account is yours.`,
      'The rules for using the service are in the [Terms of Service](terms).',
    ],
  },
}
