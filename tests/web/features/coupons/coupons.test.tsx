import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Coupon, type CouponConfig, coupons } from '#contract/coupons.ts'
import { instances } from '#contract/instances.ts'
import '#src/features/coupons/config/CouponConfigPage.tsx'
import '#src/admin/list/ResourceListPage.tsx'
import '#src/features/coupons/coupons.resource.tsx'
import { paths } from '#src/paths.ts'
import { buildInstance } from '#tests/web/features/instances/rentals.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

const voucher = (change: Partial<Coupon> = {}): Coupon => ({
  id: 'coupon-1',
  name: '新人代金券',
  kind: 'voucher',
  state: 'usable',
  terms: '20 元',
  scope: [],
  how: 'open',
  face: '20.00',
  remaining: '7.72',
  spent: '12.28',
  order_id: null,
  valid_from: '2026-11-01T00:00:00Z',
  valid_until: '2026-12-01T00:00:00Z',
  claimed_at: '2026-11-01T00:00:00Z',
  ...change,
})
const offer = {
  id: 'campaign-1',
  name: '包周满减',
  kind: 'reduction' as const,
  terms: '满 300 元减 50 元',
  face: null,
  scope: ['限包周'],
  validity: '领取后 15 天内有效',
  left: 5,
  quota: 10,
  mine: 0,
  per_user: 1,
  why_not: null as string | null,
}

let held: Coupon[]
let claimed: boolean
beforeEach(() => {
  held = [voucher()]
  claimed = false
  mockCall(coupons.list, () => ({ items: held, total: held.length }))
  mockCall(coupons.offers, () => [claimed ? { ...offer, left: 4, mine: 1, why_not: '已领取' } : offer])
  mockCall(coupons.claim, ({ body }) => {
    expect(body.campaign_id).toBe('campaign-1')
    claimed = true
    const taken = voucher({ id: 'coupon-2', name: '包周满减', kind: 'reduction', face: null, remaining: null })
    held = [taken, ...held]
    return taken
  })
  mockCall(coupons.redeem, () => {
    throw new RefusedError('coupon_code_invalid')
  })
})

describe('product §5 优惠券', () => {
  it('shows what is left of each, and takes one from the claim centre', async () => {
    await openApp(paths.coupons)
    const row = (await screen.findByRole('link', { name: '新人代金券' })).closest('tr') as HTMLElement
    expect(row).toHaveTextContent('¥7.72 / ¥20.00')
    await userEvent.click(await screen.findByRole('button', { name: '领取 包周满减' }))
    expect(await screen.findByRole('link', { name: '包周满减' })).toBeVisible()
    expect(await screen.findByRole('button', { name: '领取 包周满减' })).toBeDisabled()
  })

  it('says at the field what is wrong with a code', async () => {
    await openApp(paths.coupons)
    await userEvent.click(await screen.findByRole('button', { name: /兑\s?换/ }))
    expect(await screen.findByText('请输入兑换码')).toBeVisible()
    await userEvent.type(screen.getByLabelText('兑换码'), 'ABCD')
    await userEvent.click(screen.getByRole('button', { name: /兑\s?换/ }))
    expect(await screen.findByText('兑换码无效或已被使用')).toBeVisible()
    expect(screen.getByLabelText('兑换码')).toBeInvalid()
  })
})

describe('product §4 coupon-config', () => {
  it('says in which order they burn, why one is not for it, and saves each change', async () => {
    const other = voucher({ id: 'coupon-3', name: '渠道代金券' })
    let config: CouponConfig = {
      mode: 'all',
      vouchers: [
        { coupon: voucher(), allowed: true, why_not: [] },
        { coupon: other, allowed: true, why_not: ['只限包周，这次是按量计费'] },
      ],
      order: ['coupon-1'],
      effect: '运行时使用「新人代金券」，共 ¥7.72，用完后从余额扣费。',
    }
    mockCall(instances.get, () => ({ ...buildInstance(), steps: [], secret_key_name: null, paid_from: null }))
    mockCall(coupons.config, () => config)
    mockCall(coupons.set_config, ({ body }) => {
      expect(body).toEqual({ mode: 'except', forbidden: ['coupon-1'] })
      const [first, second] = config.vouchers
      config = {
        ...config,
        mode: 'except',
        vouchers: [{ ...first!, allowed: false }, second!],
        order: [],
        effect: '从余额扣费。',
      }
      return config
    })
    await openApp(paths.instanceCouponConfig({ id: buildInstance().id }))
    const item = (await screen.findByRole('link', { name: '新人代金券' })).closest('li') as HTMLElement
    expect(within(item).getByText('第 1 个用')).toBeVisible()
    expect(screen.getByText('这台实例用不上：只限包周，这次是按量计费')).toBeVisible()
    await userEvent.click(within(item).getByRole('checkbox'))
    expect(await screen.findByText('从余额扣费。')).toBeVisible()
    expect(within(item).queryByText('第 1 个用')).toBeNull()
  })
})
