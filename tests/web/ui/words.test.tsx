import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { instanceStatuses } from '#contract/instance-actions.ts'
import { Password, Phone } from '#contract/scalars.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { addMixedSpacing } from '#src/ui/mixed-spacing.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { instanceStatusStyles } from '#src/ui/status-styles.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { Toaster } from '#src/ui/Toaster.tsx'
import { toast } from '#src/ui/toast.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { createZodFormRule, createZodRule } from '#src/ui/zod-rule.ts'

afterEach(() => toast.clear())

describe('Product §5: amounts', () => {
  it.each([
    ['1234.50', {}, '¥1,234.50'],
    ['1234567.8', {}, '¥1,234,567.80'],
    ['0.015000', {}, '¥0.015'],
    ['-5.20', {}, '−¥5.20'],
    ['-5.20', { bare: true }, '−5.20'],
    ['5.20', { as: 'flow' as const }, '+¥5.20'],
    ['0.00', { as: 'flow' as const }, '¥0.00'],
    ['2.28', { unit: '/小时' }, '¥2.28/小时'],
    ['90071992547409931234.01', {}, '¥90,071,992,547,409,931,234.01'],
  ])('writes %s as %s', (amount, props, text) => {
    const { container } = render(<YuanAmount amount={amount} {...props} />)
    expect(container).toHaveTextContent(text)
  })
})

describe('Product §11: times', () => {
  it.each([
    ['2026-11-21T06:05:09Z', '2026-11-21 14:05'],
    ['2026-11-21T16:00:00Z', '2026-11-22 00:00'],
  ])('shows %s in Beijing as %s', (at, text) => {
    render(<TimeText at={at} />)
    expect(screen.getByText(text)).toHaveAttribute('datetime', at)
  })

  it('shows a dash where there is none', () => {
    render(<TimeText at={null} />)
    expect(screen.getByText('—')).toBeInTheDocument()
  })
})

describe('§3 Instance states', () => {
  it.each(Object.entries(instanceStatuses))('state %s is the word %s beside an icon', (status, word) => {
    const { container } = render(<StatusTag status={Number(status)} />)
    expect(container).toHaveTextContent(word)
    expect(container.querySelector('svg')).toBeInTheDocument()
  })

  it('never tells two states apart by colour alone', () => {
    const words = Object.values(instanceStatusStyles).map(({ word }) => word)
    expect(new Set(words).size).toBe(9)
  })

  it('does not break on a state it does not know', () => {
    render(<StatusTag status={99} />)
    expect(screen.getByText('未知状态')).toBeInTheDocument()
  })
})

describe('§2 Copy', () => {
  it('confirms with 复制成功', async () => {
    const user = userEvent.setup()
    render(
      <>
        <CopyText text="uuid-1" label="复制 uuid" />
        <Toaster />
      </>,
    )
    await user.click(screen.getByRole('button', { name: '复制 uuid' }))
    expect(await screen.findByText('复制成功')).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toBe('uuid-1')
  })

  it('is said where nothing but words and buttons stands, no list whose items are left out', () => {
    render(<Toaster />)
    act(() => void toast.info('实例已开机'))
    expect(screen.getByRole('status', { hidden: true })).toHaveTextContent('实例已开机')
    expect(screen.queryByRole('listitem', { hidden: true })).not.toBeInTheDocument()
  })

  it('shows one message once, however often it is said', () => {
    toast.error('登录已失效，请重新登录')
    toast.error('登录已失效，请重新登录')
    expect(toast.get()).toHaveLength(1)
  })
})

describe('§5 Form rules from schemas', () => {
  const validate = (schema: z.ZodType, value: unknown) =>
    createZodRule(schema)
      .validator(null, value)
      .then(
        () => null,
        (error: Error) => error.message,
      )

  it.each([
    [Phone, '', '请输入手机号'],
    [Phone, undefined, '请输入手机号'],
    [Phone, '123', '请输入正确的手机号'],
    [Phone, '13800138000', null],
    [Password, 'aaaaaaaa', '请输入8-16位包含数字、字母和符号至少任意两种的密码'],
  ])('says exactly what the schema says (%#)', async (schema, value, message) => {
    expect(await validate(schema, value)).toBe(message)
  })

  it('checks a field knowing the others', async () => {
    const schema = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a') }),
      z.object({ kind: z.literal('b'), name: z.string({ error: '请输入名称' }) }),
    ])
    const check = (values: object) =>
      createZodFormRule(schema, 'name')({ getFieldsValue: () => values }).validator(null, undefined)
    await expect(check({ kind: 'a' })).resolves.toBeUndefined()
    await expect(check({ kind: 'b' })).rejects.toThrow('请输入名称')
  })
})

describe('Words', () => {
  it.each([
    ['新建SSH 密钥', '新建 SSH 密钥'],
    ['8张A100', '8 张 A100'],
    ['已创建密钥', '已创建密钥'],
  ])('puts a space between Chinese and Latin: %s', (joined, apart) => expect(addMixedSpacing(joined)).toBe(apart))
})
