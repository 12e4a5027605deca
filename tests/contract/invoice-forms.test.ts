import { describe, expect, it } from 'vitest'
import { invoiceEmails } from '#contract/invoice-emails.ts'
import { type InvoiceState, invoiceStates, invoiceSteps } from '#contract/invoice-states.ts'
import { InvoiceTitleForm } from '#contract/invoice-titles.ts'
import { FlushReason, InvoiceForm } from '#contract/invoices.ts'
import { parseYuanToFen } from '#contract/money.ts'
import { InvoiceNumber } from '#contract/operator/invoices.ts'
import { computeCreditCodeCheck, isCreditCode } from '#contract/tax-number.ts'
import { formatYuanInCapitals } from '#contract/yuan-capitals.ts'
import { listValidationMessages } from '#tests/support/messages.ts'

const organisation = { holder: 'company', name: '星海智能科技有限公司', tax_number: '91350100M000100Y43' } as const

describe('GB 32100 Unified social credit code', () => {
  it.each(['91350100M000100Y43', '91110108MA01ABCD1E', '12100000400000456B'])('accepts %s', (code) =>
    expect(isCreditCode(code)).toBe(true),
  )
  it.each([
    ['another check character', '91350100M000100Y44'],
    ['two characters swapped', '91350100M001000Y43'],
    ['17 characters', '91350100M000100Y4'],
    ['19 characters', '91350100M000100Y433'],
    ['small letters', '91350100m000100y43'],
    ['a letter it leaves out', '9135010OM000100Y43'],
    ['letters in the place of the region', '91A50100M000100Y43'],
  ])('refuses %s', (_, code) => expect(isCreditCode(code)).toBe(false))

  it('is wrong with any one character changed', () => {
    const code = '91350100M000100Y43'
    for (let place = 0; place < 18; place += 1) {
      for (const other of '0123456789ABCDEFGHJKLMNPQRTUWXY') {
        if (other !== code[place]) expect(isCreditCode(code.slice(0, place) + other + code.slice(place + 1))).toBe(false)
      }
    }
    expect(computeCreditCodeCheck(code.slice(0, 17))).toBe('3')
  })
})

describe('requirements §5 Invoice title', () => {
  it.each([
    [{ holder: 'person', name: '张三' }],
    [{ holder: 'person', name: '张三', tax_number: '' }],
    [{ holder: 'person', name: '张三', tax_number: 'A-1' }],
    [organisation],
    [
      {
        ...organisation,
        holder: 'university',
        tax_number: '12100000400000456B',
        phone: '010-62345678',
        bank_account: '1109 0000 0000',
      },
    ],
  ])('accepts %j', (form) => expect(listValidationMessages(InvoiceTitleForm, form)).toEqual([]))

  it.each([
    [{}, 'holder: 请选择抬头类型'],
    [{ ...organisation, holder: 'club' }, 'holder: 请选择抬头类型'],
    [{ ...organisation, name: ' ' }, 'name: 请输入发票抬头'],
    [{ holder: 'person', name: '张三', tax_number: 'abc' }, 'tax_number: 请输入大写字母、数字、-的组合！'],
    [{ holder: 'person', name: '张三', tax_number: '税号' }, 'tax_number: 请输入大写字母、数字、-的组合！'],
    [{ ...organisation, tax_number: undefined }, 'tax_number: 请输入税号'],
    [{ ...organisation, tax_number: '' }, 'tax_number: 请输入税号'],
    [{ ...organisation, tax_number: '91350100m000100y43' }, 'tax_number: 请输入大写字母、数字、-的组合！'],
    [{ ...organisation, tax_number: '91350100M000100Y44' }, 'tax_number: 请输入正确的 18 位统一社会信用代码'],
    [{ ...organisation, tax_number: 'A-1' }, 'tax_number: 请输入正确的 18 位统一社会信用代码'],
    [{ ...organisation, phone: '12' }, 'phone: 请输入 7 到 20 位的电话号码'],
    [{ ...organisation, bank_account: 'ABC' }, 'bank_account: 请输入 8 到 32 位数字的银行账号'],
  ])('refuses %j with %s', (form, message) => expect(listValidationMessages(InvoiceTitleForm, form)).toEqual([message]))
})

describe('product §5 Asking for an invoice', () => {
  const form = { kind: 'normal', title_id: 'title-1', item_ids: ['order:order-1'], amount: '1.00' }
  it.each([[form], [{ ...form, kind: 'special', item_ids: ['usage:user-1:2026-10-01'], emails: ['a@b.cn'], remark: '十月' }]])(
    'accepts %j',
    (body) => expect(listValidationMessages(InvoiceForm, body)).toEqual([]),
  )
  it.each([
    [{ ...form, kind: undefined }, 'kind: 请选择发票类型'],
    [{ ...form, title_id: undefined }, 'title_id: 请选择发票抬头'],
    [{ ...form, item_ids: [] }, 'item_ids: 请选择要开票的项目'],
    [{ ...form, item_ids: ['order:order-1', 'order:order-1'] }, 'item_ids: 项目重复'],
    [{ ...form, item_ids: ['recharge:1'] }, 'item_ids.0: 编号格式有误'],
    [{ ...form, remark: '长'.repeat(131) }, 'remark: 备注最多 130 个字'],
    [{ ...form, remark: '\u0007' }, 'remark: 备注不能包含控制字符'],
  ])('refuses %j with %s', (body, message) => expect(listValidationMessages(InvoiceForm, body)).toEqual([message]))

  it.each([
    [FlushReason, '', '请写明红冲原因'],
    [InvoiceNumber, '123', '请输入 20 位数字的发票号码'],
  ])('refuses %#', (schema, value, message) => expect(schema.safeParse(value).error?.issues[0]?.message).toBe(message))
})

describe('product §5 Receiving address', () => {
  const { body } = invoiceEmails.create
  it.each(['a@b.cn', 'first.last+tag@mail.example.com'])('accepts %s', (email) =>
    expect(listValidationMessages(body, { email })).toEqual([]),
  )
  it('is one mailbox whatever its capitals', () => expect(body.parse({ email: ' A@B.CN ' })).toEqual({ email: 'a@b.cn' }))
  it.each([
    [{}, 'email: 请输入邮箱地址'],
    [{ email: '' }, 'email: 请输入邮箱地址'],
    [{ email: 'a@b' }, 'email: 请输入正确的邮箱地址'],
    [{ email: 'a b@c.cn' }, 'email: 请输入正确的邮箱地址'],
    [{ email: 'a@b.cn\nBcc: x@y.cn' }, 'email: 请输入正确的邮箱地址'],
  ])('refuses %j', (form, message) => expect(listValidationMessages(body, form)).toEqual([message]))
  it.each(['', '12', '1234567', '12a4'])('requirements §5 wants a code of 4 to 6 digits, not %j', (code) =>
    expect(listValidationMessages(invoiceEmails.verify.body, { code })).toEqual(['code: 请输入4-6位数字！']),
  )
})

describe('product §5 States of an invoice', () => {
  /** In these the amount counts as invoiced; in the others it can be invoiced again. */
  const activeStates: readonly string[] = ['pending', 'issuing', 'issued', 'flushing'] satisfies InvoiceState[]

  it('have the words of the product', () =>
    expect(Object.values(invoiceStates)).toEqual(['待审核', '开票中', '已开', '驳回', '已撤回', '红冲中', '已红冲']))

  it('end where the amount is free again, and only there', () => {
    const left = new Set(Object.values(invoiceSteps).flatMap(({ from, to }) => (from === to ? [] : [from as string])))
    const ends = Object.keys(invoiceStates).filter((state) => !left.has(state))
    expect(ends.sort()).toEqual(['flushed', 'rejected', 'withdrawn'])
    expect(
      Object.keys(invoiceStates)
        .filter((state) => !activeStates.includes(state))
        .sort(),
    ).toEqual(ends)
  })
})

describe('Amounts in capitals', () => {
  it.each([
    ['0.00', '零圆整'],
    ['0.01', '壹分'],
    ['0.10', '壹角整'],
    ['0.56', '伍角陆分'],
    ['1.00', '壹圆整'],
    ['10.00', '壹拾圆整'],
    ['10.05', '壹拾圆零伍分'],
    ['105.00', '壹佰零伍圆整'],
    ['269.04', '贰佰陆拾玖圆零肆分'],
    ['383.04', '叁佰捌拾叁圆零肆分'],
    ['1000.00', '壹仟圆整'],
    ['1005.30', '壹仟零伍圆叁角整'],
    ['1050.00', '壹仟零伍拾圆整'],
    ['6007.14', '陆仟零柒圆壹角肆分'],
    ['10000.00', '壹万圆整'],
    ['10005.00', '壹万零伍圆整'],
    ['16409.02', '壹万陆仟肆佰零玖圆零贰分'],
    ['100000.00', '壹拾万圆整'],
    ['105000.00', '壹拾万伍仟圆整'],
    ['107000.53', '壹拾万柒仟圆伍角叁分'],
    ['1000500.00', '壹佰万零伍佰圆整'],
    ['100000000.00', '壹亿圆整'],
    ['100000001.00', '壹亿零壹圆整'],
    ['100010000.00', '壹亿零壹万圆整'],
    ['120030045006.78', '壹仟贰佰亿叁仟零肆万伍仟零陆圆柒角捌分'],
    ['-54.72', '负伍拾肆圆柒角贰分'],
  ])('%s is %s', (yuan, words) => expect(formatYuanInCapitals(parseYuanToFen(yuan))).toBe(words))
})
