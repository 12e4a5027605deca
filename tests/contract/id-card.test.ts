import { describe, expect, it } from 'vitest'
import { IdCard, isIdCard } from '#contract/scalars.ts'
import { listValidationMessages } from '#tests/support/messages.ts'

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const valid = '11010519491231002X'
const provinces = [
  ...[11, 12, 13, 14, 15, 21, 22, 23, 31, 32, 33, 34, 35, 36, 37, 41, 42, 43, 44, 45, 46],
  ...[50, 51, 52, 53, 54, 61, 62, 63, 64, 65, 71, 81, 82, 83, 91],
]

/** The number with its check character, whatever its first 17 digits mean. */
function checked(body: string): string {
  const sum = weights.reduce((total, weight, i) => total + weight * Number(body[i]), 0)
  return `${body}${'10X98765432'[sum % 11]}`
}

const ofProvince = (code: number) => checked(`${String(code).padStart(2, '0')}010519900307001`)
const bornOn = (date: string) => checked(`110105${date}001`)

describe('§5 ID card number', () => {
  it.each([valid, '440524188001010014', '11010519491231002x'])('accepts %s', (value) =>
    expect(listValidationMessages(IdCard, value)).toEqual([]),
  )
  it('keeps a small x as a capital one', () => expect(IdCard.parse('11010519491231002x')).toBe(valid))

  it('refuses every change of a single digit', () => {
    const changed = [...valid].flatMap((was, i) =>
      [...'0123456789X'].filter((digit) => digit !== was).map((digit) => valid.slice(0, i) + digit + valid.slice(i + 1)),
    )
    expect(changed).toHaveLength(180)
    expect(changed.filter(isIdCard)).toEqual([])
  })

  it('refuses every exchange of two neighbouring digits that differ', () => {
    const exchanged = [...valid.slice(0, 17)].flatMap((was, i) =>
      was === valid[i + 1] ? [] : [valid.slice(0, i) + valid[i + 1] + was + valid.slice(i + 2)],
    )
    expect(exchanged.filter(isIdCard)).toEqual([])
  })

  it('knows 36 province codes and no other', () => {
    const known = Array.from({ length: 100 }, (_, code) => code).filter((code) => isIdCard(ofProvince(code)))
    expect(known).toEqual(provinces)
  })

  it('takes births of the centuries 18 to 21', () => {
    const centuries = Array.from({ length: 100 }, (_, c) => c).filter((c) =>
      isIdCard(bornOn(`${String(c).padStart(2, '0')}900307`)),
    )
    expect(centuries).toEqual([18, 19, 20, 21])
  })

  it.each(['19900229', '19000229', '20230229', '19900230', '19900431', '19901301', '19900001', '19900100', '19900132'])(
    'refuses the day %s, which no calendar has',
    (date) => expect(isIdCard(bornOn(date))).toBe(false),
  )
  it.each(['20000229', '20240229', '18000228', '19991231', '21000101'])('takes the day %s', (date) =>
    expect(isIdCard(bornOn(date))).toBe(true),
  )

  it.each([
    '1101051949123100',
    '110105491231002',
    `${valid}0`,
    ` ${valid}`,
    `${valid}\n`,
    '１１０１０５19491231002X',
    '11010519491231002Ⅹ',
    'X'.repeat(18),
  ])('refuses %j', (value) => expect(listValidationMessages(IdCard, value)).toEqual(['请输入正确的身份证号！']))
  it.each(['', undefined, null, 110105])('asks for one instead of %j', (value) =>
    expect(listValidationMessages(IdCard, value)).toEqual(['请输入身份证号！']),
  )
})
