import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { type CouponOffer, coupons } from '#contract/coupons.ts'
import { wallet } from '#contract/wallet.ts'
import '#src/features/coupons/ClaimVoucher.tsx'
import '#src/features/instances/create/CreateInstance.tsx'
import '#src/features/overview/DataOverview.tsx'
import '#src/features/wallet/recharge/RechargePage.tsx'
import { serveCatalogue } from '#tests/web/features/instances/create/shop.ts'
import { serveRechargePage } from '#tests/web/features/wallet/recharge/recharges.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { buildWallet } from '#tests/web/support/wallet.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

const offer: CouponOffer = {
  id: 'campaign-1',
  name: '新人代金券',
  kind: 'voucher',
  terms: '20 元',
  face: '20.00',
  scope: [],
  validity: '领取后 30 天内有效',
  left: 5,
  quota: 10,
  mine: 0,
  per_user: 1,
  why_not: null,
}
let offers: CouponOffer[]
let claimed: string[]
beforeEach(() => {
  offers = [offer]
  claimed = []
  mockCall(coupons.offers, () => offers)
  mockCall(coupons.claim, ({ body }) => {
    claimed.push(body.campaign_id)
    offers = [{ ...offer, mine: 1, why_not: '已领取' }]
    throw new RefusedError('coupon_limit')
  })
})

const pages = {
  'the steps of a newcomer': () => {
    mockCall(wallet.overview, () => ({
      wallet: buildWallet({ cash: '0.00', recharged: '0.00', hours_left: null }),
      counts: { total: 0, running: 0, shut_down: 0, abnormal: 0 },
      todos: [],
      events: [],
    }))
    return '/console/data-overview'
  },
  'the recharge': () => {
    serveRechargePage()
    return '/recharge'
  },
  'the quote of an instance': () => {
    serveCatalogue()
    return '/create-instance'
  },
}

describe('product §5 A voucher that can be taken', () => {
  it.each(Object.keys(pages) as (keyof typeof pages)[])('is offered beside %s, and gone when it is taken', async (name) => {
    await openApp(pages[name]())
    const take = await screen.findByRole('button', { name: '领取 新人代金券' })
    expect(take.parentElement).toHaveTextContent('可领 ¥20.00 新人代金券')
    await userEvent.click(take)
    await waitFor(() => expect(claimed).toEqual(['campaign-1']))
    await waitFor(() => expect(screen.queryByText(/可领/)).not.toBeInTheDocument())
  })

  it('is told of to whoever is not verified yet, without a button', async () => {
    offers = [{ ...offer, why_not: '实名认证后可领取' }]
    await openApp(pages['the steps of a newcomer'](), { user: buildUser({ real_name: { passed: 'F', name: null } }) })
    const said = (await screen.findByText(/可领/)).parentElement as HTMLElement
    expect(said).toHaveTextContent('实名认证后可领 ¥20.00 新人代金券')
    expect(within(said).queryByRole('button')).not.toBeInTheDocument()
  })

  it('is not told of when nothing is left', async () => {
    offers = [{ ...offer, why_not: '已领完' }]
    await openApp(pages['the recharge']())
    await screen.findByText('充值金额')
    expect(screen.queryByText(/可领/)).not.toBeInTheDocument()
  })
})
