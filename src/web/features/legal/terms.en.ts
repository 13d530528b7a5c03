import { PRODUCT } from '#product/product.ts'
import type { TermsText } from './text.ts'

const NAME = PRODUCT.name.en
const EMAIL = `[${PRODUCT.supportEmail}](email)`

export const TERMS_EN: TermsText = {
  acceptance: {
    title: 'Acceptance of the Terms',
    body: [
      `These Terms of Service govern the relationship between you and the operator of ${NAME} (“we”, “us”) when you use the website, the converter and the account (the “service”).`,
      'You accept them when you register, when you confirm them before your first catalogue conversion, and when you order tokens. If you only convert single amounts without an account, the sections that concern such use apply to you.',
      'The accepted version is noted on your device and, when you are signed in, in your account. If you do not agree with the Terms, please do not use the service.',
    ],
  },
  eligibility: {
    title: 'Who may use the service',
    body: [
      'To create an account or buy tokens you must be at least 18 years old and able to enter into contracts. If you act for a company or another organisation, you confirm that you have the authority to bind it to these Terms.',
      'An account needs a working email address that you have access to. Keep your password safe: you are responsible for what is done through your account, unless someone else used it through no fault of yours. If you suspect that, write to us at once.',
    ],
  },
  changes: {
    title: 'Changes to the Terms',
    body: [
      'We may change the Terms when the law, the service or the way of payment changes. The new version is published on this page with its number and date. Where a change affects your rights or duties, we announce it at least 30 days ahead, unless the law requires a shorter period.',
      'Before your next catalogue conversion you will be asked to accept the new version. If you do not accept it, you may end the contract without any consequence for you. A change takes away no tokens you already have and does not apply to past orders.',
      'November 27, 2026: “Tokens and billing” says when free tokens come, and what becomes of the tokens when a payment is refunded or disputed.',
    ],
  },
  service: {
    title: 'The service',
    body: [
      `${NAME} converts prices between Bulgarian lev and euro: single amounts without an account, and whole price lists from a CSV, Excel or JSON file or typed by hand. The file is read on your device. Before a conversion you see which rows are valid, which are not, and how many tokens it takes.`,
      'The results of a catalogue conversion are kept in your account, where you can download or delete them.',
      'The service is available around the clock but may be interrupted for maintenance or for reasons beyond our control. We may add and change features, as well as limits on the number of rows and the size of files, without taking away tokens you already have.',
    ],
  },
  'fixed-rate': {
    title: 'Fixed rate and rounding',
    body: [
      'Amounts are calculated at the irrevocably fixed rate 1\u00a0EUR = 1.95583\u00a0BGN under Regulation (EC)\u00a0No\u00a02866/98 as amended by Regulation (EU)\u00a02025/1409 and by the rules of Articles\u00a04 and\u00a05 of Regulation (EC)\u00a0No\u00a01103/97:',
      [
        'the rate is applied with all its six significant figures, neither rounded nor truncated;',
        'amounts in lev are divided by the rate and amounts in euro are multiplied by it; no inverse rate is used;',
        'the result is rounded once, to the nearest cent or stotinka, and exactly one half is rounded up.',
      ],
      'Each price is rounded by itself. The sum of converted prices may therefore differ by a few cents from the converted sum. This is not an error but follows from the rules.',
    ],
  },
  'no-advice': {
    title: 'Independence and no advice',
    body: [
      `${NAME} is an independent product and not an official site of any government, bank or institution of the European Union.`,
      'The results are calculations, not accounting, tax, legal or financial advice. Before you publish or book them, check them and consider whether they meet your obligations. When in doubt, ask a professional.',
    ],
  },
  tokens: {
    title: 'Tokens and billing',
    body: [
      [
        'One converted price costs one token, even where it rounds to 0.00. Empty and invalid rows and single amounts cost nothing.',
        'A new account receives 15 free tokens. If an account with the same email address has received them before, or many register from the same network, they come once you confirm your email. For a confirmed email they come only once, also if you delete the account and register again.',
        'Tokens never expire. They are neither money nor electronic money, cannot be exchanged for money and cannot be moved between accounts.',
        'Used tokens are not refunded, even if you delete the result. Tokens deducted through our error are restored.',
        'A conversion that is sent again because the connection broke is charged only once.',
      ],
      'When money of a purchase is refunded, or your bank disputes the payment, we take the tokens that correspond to it. Until a dispute is decided these tokens cannot be used and no other pack is sold to you; your other tokens can be used. Tokens that you have used already remain owed: the next pack is added in full and what you owe is deducted from it at once, of which we warn you before you pay. If the dispute is decided against you or withdrawn, so that the money stays with us, we give all the tokens back; what you owe for another purchase is deducted from them at once.',
      'The packs and their prices in euro are on the [Pricing](pricing) page. The price you see before you pay is final. Purchases are one-time, without a subscription, and final. This does not affect your rights under “Consumer rights”.',
      'Card payments are made on the page of a card payment provider; we do not receive the card number. A pack agreed by email is paid for in the way stated in our reply. Tokens are added to your account once the payment is confirmed.',
    ],
  },
  'acceptable-use': {
    title: 'Acceptable use',
    body: [
      'Use the service lawfully and in good faith. You must not:',
      [
        'create several accounts to collect free tokens;',
        'get around payment, limits or the protection of the service;',
        'overload it on purpose or send harmful code;',
        "try to gain access to other people's accounts or data;",
        'resell access to the service without our written consent;',
        'process data that you have no right to.',
      ],
      'Where we find such use, we may limit requests or access, as far as needed and after a warning where one is possible.',
    ],
  },
  content: {
    title: 'Your content',
    body: [
      'The names, prices and other data you enter, and the results of their conversion, are yours. You give us only the right to process and keep them as far as needed to provide the service.',
      'You are responsible for the accuracy of the data and for your right to use them. The file itself is not uploaded to us: a conversion sends the rows – name, price and currency – and the name of the file. Do not include personal data of other people unless you need to.',
    ],
  },
  privacy: {
    title: 'Privacy',
    body: [
      'Which personal data we process, why, for how long, and what your rights are is set out in the [Privacy Policy](privacy). It informs you as Regulation (EU)\u00a02016/679 requires and does not depend on your consent to these Terms.',
      'If your rows contain personal data for which you are the controller, we process them only on your instructions, to provide the service, and delete them when you do.',
    ],
  },
  'intellectual-property': {
    title: 'Intellectual property',
    body: [
      `The rights in the name ${NAME}, the mark, the program code, the texts and the design belong to us or to those who licensed them to us. You receive a personal, non-exclusive right to use the service under these Terms, and no other right in it.`,
      'Without written consent you may not copy the service, make derivatives of it or remove notices of rights, except where the law allows it. Open-source software in it is used under its own licences.',
    ],
  },
  feedback: {
    title: 'Feedback',
    body: [
      'We welcome suggestions and bug reports. You send them voluntarily; we may use them to improve the service without owing payment and without a duty to carry them out.',
      'This gives us no rights in your catalogues and data. Do not send confidential information unless we need it to help you.',
    ],
  },
  'third-parties': {
    title: 'Third parties',
    body: [
      'Parts of the service rely on other providers: for hosting, for email and for card payments. A card payment is made on the page of its provider and under its terms.',
      'The site may contain links to other sites, for example those of public authorities. Their owners are responsible for their content and for how they process data. For subcontractors to whom we have entrusted part of the service we are responsible ourselves, within these Terms.',
    ],
  },
  disclaimers: {
    title: 'Disclaimers',
    body: [
      'We take due care that the calculations are right and the service works. Beyond what the law requires, it is provided as is, without a promise that it will be uninterrupted, free of errors or fit for a particular purpose of yours.',
      'The detection of columns, currencies, encodings and number formats is a guess. The preview before a conversion is there so that you can check and correct it. Keep your own copy of important data.',
      'Nothing here limits the legal guarantee of conformity of digital services where you are a consumer.',
    ],
  },
  liability: {
    title: 'Limitation of liability',
    body: [
      'As far as the law permits, we are not liable for lost profits, lost data and indirect damage, nor for damage from wrong source data or from results that were not checked before use.',
      'Our total liability is limited to the greater of two amounts: what you paid for the service in the last 3 months before the event, or 5\u00a0EUR.',
      'These limits do not apply to intent or gross negligence, to death or personal injury, or in any other case in which the law does not allow liability to be excluded or limited.',
    ],
  },
  indemnity: {
    title: 'Indemnity',
    body: [
      'If a third party makes a claim against us because you culpably broke these Terms, the law or its rights, you will compensate us for the amounts awarded and for the reasonable costs of defence.',
      'We will tell you in good time and will not settle at your expense without contacting you. If you are a consumer, you are liable only for damage you actually caused, by the general rules of law.',
    ],
  },
  termination: {
    title: 'Termination',
    body: [
      'You may stop using the service at any time and delete your account in its settings. Saved conversions and remaining tokens are deleted with it; this cannot be undone.',
      'We may suspend or close an account for a serious or repeated breach of the Terms, after a warning, unless a warning would harm security or the law forbids it. If we end the service altogether, we will announce it at least 30 days ahead, so that you can download your data and use your tokens.',
      'Sections that by their nature outlast the contract stay in force: on content, liability, governing law and disputes.',
    ],
  },
  law: {
    title: 'Governing law and courts',
    body: [
      'Bulgarian law applies to these Terms. Disputes are settled by negotiation and, failing that, by the competent court in Sofia.',
      'If you are a consumer, you keep the protection of the mandatory rules of the country you live in, and the right to turn to the court that the law assigns to you, including the one where you live.',
    ],
  },
  'consumer-rights': {
    title: 'Consumer rights',
    body: [
      'A consumer is a natural person who uses the service outside a trade or profession. Nothing in these Terms limits the rights that the law gives consumers and that cannot be waived, including under the Bulgarian Consumer Protection Act and the Act on the Supply of Digital Content and Digital Services and the Sale of Goods.',
      `Where you have a legal right to withdraw from a distance contract, you may exercise it within 14 days by writing to ${EMAIL}. By buying a pack you ask for its tokens to be added at once, and accept that there is no right of withdrawal for used tokens: they are paid for. For unused ones you keep the right as far as the law provides for it.`,
      'In a dispute you may turn to the [Commission for Consumer Protection](kzp) and its conciliation committees. Write to us first: most questions are settled with one email.',
    ],
  },
  miscellaneous: {
    title: 'Miscellaneous',
    body: [
      'If a provision proves invalid, the others remain in force and the statutory rule takes its place. If we do not exercise a right at once, that is no waiver of it.',
      'You may not transfer your account without our consent. We may transfer the contract together with the service if your rights are not reduced and you are told in advance.',
      'Together with the [Pricing](pricing) page these Terms are the whole agreement between us. They are drawn up in Bulgarian and in English; where they differ, the Bulgarian text prevails, unless the English one is more favourable to you as a consumer.',
    ],
  },
  contact: {
    title: 'Contact',
    body: [
      `For questions, orders, complaints and notices under these Terms write to ${EMAIL}. If it concerns your account, write from the email address it is registered with, so that we recognise you.`,
      'We usually reply within one business day. Important messages to you are sent to the email address of your account or shown on the site.',
    ],
  },
}
