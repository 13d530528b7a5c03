import { describe, expect, it } from 'vitest'
import { findPasswordProblem, findWeakness, isAllowedPassword, isPattern } from './password-policy.ts'

describe('passwords', () => {
  it.each([
    ['1234567', false],
    ['12345678', true],
    ['парола12', true],
    ['к'.repeat(64), true],
    ['x'.repeat(256), true],
    ['x'.repeat(257), false],
    ['😀'.repeat(8), true],
    ['\ud800aaaaaaaa', false],
    ['е\u0306'.repeat(4), false],
  ])('AUTH-01 · %j has an allowed length: %s', (password, allowed) => {
    expect(isAllowedPassword(password)).toBe(allowed)
  })

  it.each([
    ['password', 'words'],
    ['PassWord1', 'words'],
    ['iloveyou', 'common'],
    ['correct horse battery', undefined],
    ['LEVRO-2026!', 'words'],
    ['левролевро', 'words'],
    ['евро12345', 'words'],
    ['левовеевро', 'words'],
    ['passwordparola1', 'words'],
    ['ivan.petrov', 'email'],
    ['Ivan_Petrov-1988', 'email'],
    ['ivan.petrov@example.bg', 'email'],
    ['ivan.petrov и котката', undefined],
    ['еврокомисар7', undefined],
    ['12345679-2468', undefined],
    ['87654321', 'pattern'],
    ['78901234', 'pattern'],
    ['01234567890123456789', 'pattern'],
    ['12345678901234567890', 'pattern'],
    ['ZXCVBNM,', 'pattern'],
    ['явертъуи', 'pattern'],
    ['йцукенгш', 'pattern'],
    ['zaq1xsw2', 'common'],
    ['00000000', 'pattern'],
    ['abcabcab', 'pattern'],
    ['123456123456', 'pattern'],
    ['01.02.1988', 'pattern'],
    ['19880201', 'pattern'],
    ['abcabcabd', undefined],
    ['01.02.1988 в Русе', undefined],
    ['91827364', 'common'],
    ['84019362', undefined],
    ['кучето спи кучето спи', undefined],
    ['Пролет2026!', 'words'],
    ['Summer2025', 'words'],
    ['zima2026', 'words'],
    ['2026-лятото', 'words'],
    ['Lqto2026', 'words'],
    ['March2026!', 'words'],
    ['Септември-26', 'words'],
    ['dekemvri.2025', 'words'],
    ['есен!зима!26', 'words'],
    ['summertime в Созопол', undefined],
    ['летуване2026', undefined],
    ['aaaaaaa1', 'pattern'],
    ['1аааааааа', 'pattern'],
    ['AAAAaaaa!', 'pattern'],
    ['11111111a', 'pattern'],
    ['abbabaab', 'pattern'],
    ['😀😀😀😀😀😀😀😀', 'pattern'],
    ['😀🍵🎉🚀🐶🌍🍞🎲', undefined],
    ['👩\u200d👩\u200d👧🇧🇬❤️🎲', undefined],
    ['ჩემი საიდუმლო', undefined],
    ['我的秘密咖啡店在海边', undefined],
    ['سر المقهى القديم', undefined],
    ['ο γάτος κοιμάται', undefined],
    // In the list of a million, not in the older one of fifty thousand.
    ['kosmonavt', 'common'],
    // With signs in place of letters, digits and signs around, and names in any order.
    ['Qwerty123!', 'words'],
    ['qwertyui-2026', 'pattern'],
    ['Welcome2026!', 'words'],
    ['Admin12345!', 'words'],
    ['P@ssw0rd2026', 'words'],
    ['p@r0la!!', 'words'],
    ['п@р0ла123', 'words'],
    ['$ummer-2026', 'words'],
    ['5unsh1ne99!', 'words'],
    ['k0sm0n@vt1984', 'common'],
    ['паролата1', 'words'],
    ['Botev1912!', 'words'],
    ['pass\u200bword1', 'words'],
    ['ｐａｓｓｗｏｒｄ１２３', 'words'],
    ['petrovivan1', 'email'],
    ['1v4n-p3tr0v!', 'email'],
    ['Petrov_parola_26', 'email'],
    // With each sign, also beside a 1 that is an i, an l, or none.
    ['1v@n-p3tr0v', 'email'],
    ['!v4n-pe7rov', 'email'],
    ['1van-pe7rov', 'email'],
    ['$unsh1ne99!', 'words'],
    ['3xamp1e2026', 'email'],
    ['ex@mp1e2026', 'email'],
    ['ex4mp!e2026', 'email'],
    ['we1c0me2026!', 'words'],
    ['1q7o-2026!', 'words'],
    ['1ev5ki1914', 'words'],
    ['1ev$ki1914', 'words'],
    ['4явертъуи', 'pattern'],
    ['уеи6щксд3ц', 'pattern'],
    ['явертъуи0пшщ', 'pattern'],
    ['п@рол@та', 'words'],
    ['example2026!', 'email'],
    ['petrovden и Иван', undefined],
    ['добре дошли, Админе', undefined],
    ['4u6ka-zimno-nebe', undefined],
    ['welcome to the old mill', undefined],
    ['7$kQ!m2z@Wp', undefined],
    ['1984-2026-5731', undefined],
    ['①②③④⑤⑥⑦⑨', 'common'],
    ['абракадабра-сим', undefined],
    ['mama7mia9ohne', undefined],
  ] as const)(
    'AUTH-01 AUTH-10 · why %j is easy to guess for ivan.petrov@example.bg: %s',
    async (password, weakness) => {
      expect(await findWeakness(password, 'ivan.petrov@example.bg')).toBe(weakness)
    },
  )
})

describe('patterns', () => {
  /** The rows of the keyboards that Bulgarians use, as they are printed on the keys, and alphabets. */
  it.each([
    ['digits', '1234567890'],
    ['digits from zero', '0123456789'],
    ['the Latin alphabet', 'abcdefghijklmnopqrstuvwxyz'],
    ['the Bulgarian alphabet', 'абвгдежзийклмнопрстуфхцчшщъьюя'],
    ['QWERTY, first row', 'qwertyuiop'],
    ['QWERTY, second row', 'asdfghjkl;'],
    ['QWERTY, third row', 'zxcvbnm,./'],
    ['QWERTY, columns of four keys', '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/'],
    ['QWERTY, columns of three', 'qazwsxedcrfvtgbyhnujmikolp'],
    ['phonetic, first row', 'явертъуиопшщ'],
    ['phonetic with ч, first row', 'чявертъуиопшщ'],
    ['phonetic, second row', 'асдфгхйкл'],
    ['phonetic, third row', 'зьцжбнм'],
    ['BDS, first row', 'уеишщксдзц'],
    ['BDS, second row', 'ьяаожгтнвмч'],
    ['BDS, third row', 'юйъэфхпрлб'],
    ['Russian, first row', 'йцукенгшщзхъ'],
    ['Russian, second row', 'фывапролджэ'],
    ['Russian, third row', 'ячсмитьбю'],
  ])('AUTH-01 · are keys in a row, from anywhere, around its end, and backwards: %s', (_title, row) => {
    const keys = Array.from(row)
    for (const at of keys.keys()) {
      const typed = Array.from({ length: 8 }, (_, n) => keys[(at + n) % keys.length])
      expect(isPattern(typed.join(''))).toBe(true)
      expect(isPattern(typed.toReversed().join(''))).toBe(true)
    }
  })

  it.each([
    // The last repetition may be incomplete.
    ['zmqzmqzm', true],
    ['zmqpwkzmqpwk', true],
    ['zmqpwkzmqp', true],
    ['zmqzmqzx', false],
    ['zmqpwkxzmqpwkx', false],
    ['zmqpwkxb', false],
    // One letter with digits and signs.
    ['aaaa1937', true],
    ['19a-a3a7a', true],
    ['aaa19375', false],
    ['aaab1937', false],
    // Two characters in any order.
    ['zmmzzmmm', true],
    ['zmmzzqmm', false],
    ['1.2.1988', true],
    ['1/12/1988', true],
    ['31-12-2099', true],
    ['15 02 1988', true],
    ['2026-12-31', true],
    ['1988.02.15', true],
    ['1988/10/05', true],
    ['32.01.1988', false],
    ['00.01.1988', false],
    ['10.13.1988', false],
    ['10.20.1988', false],
    ['10.02.1888', false],
    ['10.02.19885', false],
    ['x10.02.1988', false],
    ['10.02.1988x', false],
    ['1988.13.05', false],
    ['1988.12.35', false],
    ['1888.12.05', false],
    ['1988.12.05.7', false],
    ['71988.12.05', false],
    ['10_02_1988', false],
  ])('AUTH-01 · %j is one: %s', (text, expected) => {
    expect(isPattern(text)).toBe(expected)
  })
})

describe('weak passwords', () => {
  it.each([
    // Each sign that is written for a letter, with 1 and ! as i, as l beside other signs, and for Bulgarian letters.
    'p@rola',
    'p4rola',
    's3cret',
    'm0nkey',
    'adm1n',
    'adm!n',
    'ma$ter',
    'ma5ter',
    'mas7er',
    'parol@',
    'f@1l',
    'f41l',
    'h3l1o',
    'he1l0',
    'he!lo',
    '$1unce',
    '51unce',
    '1ya7o',
    'п@рола',
    'оби4ам',
    '3драсти',
    'пар0ла',
    // Of a letter whose compatible form is a capital.
    'ℙassword',
  ])('AUTH-01 · %j is a common word, also with digits around', async (word) => {
    for (const password of [word, `${word}-26`, `22.${word}`])
      expect(await findWeakness(password, 'x@y.bg')).toBe('words')
  })

  it.each([
    ['a1b2-1937', 'a1b2@x.bg', 'email'],
    ['A1B2@x.bg19', 'a1b2@x.bg', 'email'],
    ['a1b2x-937', 'a1b2@x.bg', undefined],
    ['a1b-19375', 'a1b@x.bg', undefined],
    ['Eva-19375', 'eva@bo.bg', 'email'],
    ['bo-193756', 'eva@bo.bg', undefined],
    ['Roza-1937', 'eva@roza.mladost.info', 'email'],
    ['Mladost-7', 'eva@roza.mladost.info', 'email'],
    ['info-1937', 'eva@roza.mladost.info', undefined],
    ['rozaparola7', 'eva@roza.bg', 'email'],
    ['parola-1937', '123@456.bg', 'words'],
  ])('AUTH-01 · why %j is easy to guess for %s: %s', async (password, email, weakness) => {
    expect(await findWeakness(password, email)).toBe(weakness)
  })

  it.each([
    ['wxyz-1937', 'pattern'],
    ['xyz-19375', undefined],
    ['rhin-1937', undefined],
    ['19-zmzmzm-37', 'pattern'],
    ['kitchen wall', undefined],
    ['oo kitchen', undefined],
  ])('AUTH-01 · a part of %j is simple: %s', async (password, weakness) => {
    expect(await findWeakness(password, 'x@y.bg')).toBe(weakness)
  })

  it.each([
    ['1234567', { code: 'invalid_password' }],
    ['x'.repeat(257), { code: 'invalid_password' }],
    ['parola-1937', { code: 'common_password', params: { weakness: 'words' } }],
    ['Eva-19375', { code: 'common_password', params: { weakness: 'email' } }],
    ['rhin-1937', undefined],
  ])('AUTH-01 · the problem of %j is %j', async (password, problem) => {
    expect(await findPasswordProblem(password, 'eva@y.bg')).toEqual(problem)
  })
})
