import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { instanceMoney } from '#contract/instance-money.ts'
import { products } from '#contract/products.ts'
import '#src/features/instances/convert/InstanceConvertBill.tsx'
import '#src/features/instances/lift/InstanceLift.tsx'
import '#src/features/instances/renew/InstanceRenew.tsx'
import {
  buildChangeQuote,
  buildRenewQuote,
  buildResizeOptions,
  serveCashBalance,
} from '#tests/web/features/instances/money/quotes.ts'
import { buildInstanceDetail, serveInstanceDetail } from '#tests/web/features/instances/rentals.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

/** Opens a page of the instance's money; returns what it asked a price for. */
async function open(page: string, change: object = {}): Promise<unknown[]> {
  const asked: unknown[] = []
  const note = (body: unknown) => void asked.push(body)
  serveInstanceDetail(() => buildInstanceDetail(change))
  serveCashBalance()
  mockCall(products.get, () => {
    throw new RefusedError('not_found')
  })
  mockCall(instanceMoney.convert_quote, ({ body }) => {
    note(body)
    return buildChangeQuote({ pay: '383.04', back: '0.00' })
  })
  mockCall(instanceMoney.renew_quote, ({ body }) => {
    note(body)
    return buildRenewQuote()
  })
  mockCall(instanceMoney.lift_options, () => buildResizeOptions())
  mockCall(instanceMoney.lift_quote, ({ body }) => {
    note(body)
    return buildChangeQuote()
  })
  await openApp(`/console/container-instance/${page}`)
  await screen.findByRole('complementary', { name: '报价' })
  await screen.findByText('系统盘和数据盘都不变。')
  return asked
}

describe('decision 078 The page that takes a plan opens with it', () => {
  const weekly = { charge_rule: 'week', price_unit: 3, expire_at: '2026-12-01T06:00:00Z' }
  const small = { product_id: 'product-1', gpu_num: 1, data_disk: 200 }
  it.each([
    ['convert-bill?id=gpu-1&charge_rule=day', {}, '支付并转为包日', { charge_rule: 'day', quantity: 1 }],
    ['convert-bill?id=gpu-1&charge_rule=year', {}, '支付并转为包周', { charge_rule: 'week', quantity: 1 }],
    ['renew?id=gpu-1&charge_rule=day', weekly, '支付并续费 1 天', { ids: ['gpu-1'], charge_rule: 'day', quantity: 1 }],
    ['renew?id=gpu-1', weekly, '支付并续费 1 周', { ids: ['gpu-1'], charge_rule: 'week', quantity: 1 }],
    ['lift?id=gpu-1&gpu_num=1', { status: 7 }, '确认更改', small],
  ])('%s', async (page, change, button, form) => {
    const asked = await open(page, change)
    expect(await screen.findByRole('button', { name: button })).toBeVisible()
    expect(asked).toContainEqual(form)
  })

  it.each(['lift?id=gpu-1&gpu_num=5', 'lift?id=gpu-1&gpu_num=1.5'])('%s is no configuration: nothing is chosen', async (page) => {
    serveInstanceDetail(() => buildInstanceDetail({ status: 7 }))
    serveCashBalance()
    mockCall(instanceMoney.lift_options, () => buildResizeOptions())
    await openApp(`/console/container-instance/${page}`)
    expect(await screen.findByRole('radio', { name: '2 张卡' })).toBeChecked()
    expect(screen.getByText('选择新的配置后，这里显示要补或要退的差价。')).toBeVisible()
  })
})
