import { describe, expect, it } from 'vitest'
import {
  AcceptedAgreement,
  AmountInput,
  CapitalsDigitsHyphen,
  Captcha,
  Id,
  InviteCode,
  LoginPassword,
  LoginPhone,
  Name,
  Password,
  Phone,
  SendCodePhone,
  Time,
  VerificationCode,
  WithdrawalAmount,
  Yuan,
} from '#contract/scalars.ts'
import { listValidationMessages } from '#tests/support/messages.ts'

const phoneMissing = '请输入手机号'
const phoneWrong = '请输入正确的手机号'
const passwordWrong = '请输入8-16位包含数字、字母和符号至少任意两种的密码'
const amountWrong = '请输入最多保留两位小数的正数！'
const noValue = [undefined, null, 13800138000, true, {}, ['13800138000']]

describe('§5 Phone in the shared validator', () => {
  it.each(['13000000000', '14500000000', '15912345678', '16600000000', '17012345678', '18888888888', '19999999999'])(
    'accepts %s',
    (value) => expect(listValidationMessages(Phone, value)).toEqual([]),
  )
  it.each([
    '1',
    '12000000000',
    '10086',
    '2888888888',
    '23800138000',
    '1380013800',
    '138001380000',
    ' 13800138000',
    '13800138000 ',
    '13800138000\n',
    '+8613800138000',
    '138-0013-8000',
    '１３８００１３８０００',
    '1380013800a',
  ])('refuses %j', (value) => expect(listValidationMessages(Phone, value)).toEqual([phoneWrong]))
  it.each(['', ...noValue])('asks for one instead of %j', (value) =>
    expect(listValidationMessages(Phone, value)).toEqual([phoneMissing]),
  )
})

describe('§5 Login phone', () => {
  it.each(['13800138000', '19912345678', '20000000000', '29999999999'])('accepts %s', (value) =>
    expect(listValidationMessages(LoginPhone, value)).toEqual([]),
  )
  it.each(['2000000000', '200000000000', '12345678901', '33800138000', '1380013800', '2 000000000'])('refuses %j', (value) =>
    expect(listValidationMessages(LoginPhone, value)).toEqual([phoneWrong]),
  )
  it.each(['', ...noValue])('asks for one instead of %j', (value) =>
    expect(listValidationMessages(LoginPhone, value)).toEqual([phoneMissing]),
  )
})

describe('§5 Send-code phone', () => {
  it('accepts 13–19 followed by nine digits', () => expect(listValidationMessages(SendCodePhone, '19012345678')).toEqual([]))
  it.each(['', '20000000000', '12000000000', '138', undefined, null, 13800138000])('has one message for %j', (value) =>
    expect(listValidationMessages(SendCodePhone, value)).toEqual([phoneWrong]),
  )
})

describe('§5 Shared password rule', () => {
  it.each(['abcd1234', '1234abcd1234abcd', 'abcdefg!', '1234567!', 'a1!a1!a1', '!!!!!!!1', 'Aa1~`@#$%^&*()_+'])(
    'accepts %s',
    (value) => expect(listValidationMessages(Password, value)).toEqual([]),
  )
  it.each([
    'abc1234',
    '1234abcd1234abcde',
    'abcdefgh',
    '12345678',
    '!!!!!!!!',
    'abcd 1234',
    'abcd1234 ',
    '\tabcd1234',
    'abcd　1234',
    'abcd\n1234',
  ])('refuses %j', (value) => expect(listValidationMessages(Password, value)).toEqual([passwordWrong]))
  it.each(['', undefined, null, 12345678])('asks for one instead of %j', (value) =>
    expect(listValidationMessages(Password, value)).toEqual(['请输入密码']),
  )
})

describe('§5 Login password', () => {
  it.each(['abcdefgh', '        ', 'Zhisuan-2026', 'x'.repeat(16)])('may be %j', (value) =>
    expect(listValidationMessages(LoginPassword, value)).toEqual([]),
  )
  it.each(['', undefined, null, 1])('asks for one instead of %j', (value) =>
    expect(listValidationMessages(LoginPassword, value)).toEqual(['请输入密码']),
  )
  it.each(['x', 'Abc123!', 'x'.repeat(17)])('has 8 to 16 characters, unlike %j', (value) =>
    expect(listValidationMessages(LoginPassword, value)).toEqual(['密码为8-16位']),
  )
})

describe('§5 Captcha and verification code', () => {
  it.each(['1', '123456', 'abcdef'])('a captcha may be %s', (value) => expect(listValidationMessages(Captcha, value)).toEqual([]))
  it('a captcha has six characters at most', () => expect(listValidationMessages(Captcha, '1234567')).toEqual(['验证码最多6位']))
  it.each(['', undefined, null, 123456])('a captcha is asked for instead of %j', (value) =>
    expect(listValidationMessages(Captcha, value)).toEqual(['请输入验证码']),
  )
  it.each(['1234', '12345', '123456', '000000'])('a verification code may be %s', (value) =>
    expect(listValidationMessages(VerificationCode, value)).toEqual([]),
  )
  it.each(['', '123', '1234567', '12a4', '１２３４', ' 1234', '1234\n', undefined, null, 1234])(
    'a verification code is not %j',
    (value) => expect(listValidationMessages(VerificationCode, value)).toEqual(['请输入4-6位数字！']),
  )
})

describe('§5 Invite code', () => {
  it.each([undefined, '', 'ABC234', 'abc234', '000000'])('may be %j', (value) =>
    expect(listValidationMessages(InviteCode, value)).toEqual([]),
  )
  it.each(['A', 'ABC23', 'ABC2345', 'ABC-34', '邀请码邀请码', 'ABC 34', 'ABC234\n'])('is not %j', (value) =>
    expect(listValidationMessages(InviteCode, value)).toEqual(['邀请码为6位']),
  )
})

describe('§5 Agreement checkbox', () => {
  it('is ticked', () => expect(listValidationMessages(AcceptedAgreement, true)).toEqual([]))
  it.each([false, undefined, null, 'true', 1])('is not %j', (value) =>
    expect(listValidationMessages(AcceptedAgreement, value)).toEqual(['请勾选注册协议']),
  )
})

describe('§5 Code of capitals, digits and hyphen only', () => {
  it.each(['', 'A', '91350211M000100Y43', 'A-1', '-'])('may be %j', (value) =>
    expect(listValidationMessages(CapitalsDigitsHyphen, value)).toEqual([]),
  )
  it.each(['a', 'Ab', 'A B', 'A_1', '税号', 'A\n', 'Ａ'])('is not %j', (value) =>
    expect(listValidationMessages(CapitalsDigitsHyphen, value)).toEqual(['请输入大写字母、数字、-的组合！']),
  )
})

const nothing = ['0', '0.0', '0.00']
const notAmounts = ['-1', '+1', '1.', '.5', '10.234', '1e2', '０.1', '1,000', ' 1', '1 ', '1\n', 'abc', 'NaN', 'Infinity', '0x10']

describe('§5 Withdrawal amount', () => {
  it.each([
    [1, '0.01'],
    [1, '0.1'],
    [1, '1'],
    [1, '999999999.99'],
    [2, '10'],
    [2, '10.00'],
    [2, '10.01'],
  ] as const)('type %i may be %s', (type, value) => expect(listValidationMessages(WithdrawalAmount(type), value)).toEqual([]))
  it.each(notAmounts)('is a positive number with two places at most, not %j', (value) => {
    expect(listValidationMessages(WithdrawalAmount(1), value)).toEqual([amountWrong])
    expect(listValidationMessages(WithdrawalAmount(2), value)).toEqual([amountWrong])
  })
  it.each([...nothing, '0.001', '0.0099'])('of the balance is 0.01 at least, not %s', (value) =>
    expect(listValidationMessages(WithdrawalAmount(1), value)).toEqual(['最小提现金额为0.01']),
  )
  it.each([...nothing, '0.001', '0.01', '1', '1.234', '9', '9.9', '9.99'])('of income is 10 at least, not %s', (value) =>
    expect(listValidationMessages(WithdrawalAmount(2), value)).toEqual(['最小提现金额为10']),
  )
  it.each(['', undefined, null, 10])('is asked for instead of %j', (value) =>
    expect(listValidationMessages(WithdrawalAmount(1), value)).toEqual(['请输入提现金额！']),
  )
})

describe('product §5 Amount a person types', () => {
  it.each(['0.01', '1', '12.5', '100.00', '999999999.99'])('may be %s', (value) =>
    expect(listValidationMessages(AmountInput, value)).toEqual([]),
  )
  it.each([...nothing, ...notAmounts])('is not %j', (value) =>
    expect(listValidationMessages(AmountInput, value)).toEqual([amountWrong]),
  )
  it.each(['', undefined, null, 1])('is asked for instead of %j', (value) =>
    expect(listValidationMessages(AmountInput, value)).toEqual(['请输入金额']),
  )
})

describe('product §11 What goes over the wire', () => {
  it.each(['0.00', '-5.00', '269.04', '0.015', '2.280000', '123456789012345.00'])('money is yuan as text: %s', (value) =>
    expect(listValidationMessages(Yuan, value)).toEqual([]),
  )
  it.each(['1', '1.2', '1.2345678', '.50', '1,000.00', '1.00元', 1, null])('money is not %j', (value) =>
    expect(listValidationMessages(Yuan, value)).toHaveLength(1),
  )
  it.each(['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'])('a time is RFC 3339 UTC: %s', (value) =>
    expect(listValidationMessages(Time, value)).toEqual([]),
  )
  it.each(['2026-01-01', '2026-01-01T08:00:00+08:00', '2026-02-30T00:00:00Z', 1, null])('a time is not %j', (value) =>
    expect(listValidationMessages(Time, value)).toHaveLength(1),
  )
  it.each(['gpu-abc234', '1', 'A'.repeat(64)])('an id may be %s', (value) =>
    expect(listValidationMessages(Id, value)).toEqual([]),
  )
  it.each(['', 'a'.repeat(65), 'a b', '../a', 'a%00', '编号', "a'--", 'a\n'])('an id is not %j', (value) =>
    expect(listValidationMessages(Id, value)).toEqual(['编号格式有误']),
  )
})

describe('product §11 Names people give', () => {
  const Nickname = Name(5, '名称')
  it.each(['a', '五个汉字名', ' 五个汉字名 ', '<b>x'])('may be %j', (value) =>
    expect(listValidationMessages(Nickname, value)).toEqual([]),
  )
  it('lose the spaces around them', () => expect(Nickname.parse('  训练 ')).toBe('训练'))
  it.each(['', '   ', undefined, null, 5])('are asked for instead of %j', (value) =>
    expect(listValidationMessages(Nickname, value)).toContain('请输入名称'),
  )
  it('have a greatest length', () => expect(listValidationMessages(Nickname, 'abcdef')).toEqual(['名称最多 5 个字']))
  it.each(['a\u0000b', 'a\u001bb', 'a\u200bb', 'a\u202eb', 'a\nb'])('hold no control characters: %j', (value) =>
    expect(listValidationMessages(Nickname, value)).toEqual(['名称不能包含控制字符']),
  )
})
