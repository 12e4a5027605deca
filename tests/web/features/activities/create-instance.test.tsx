import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { activities } from '#contract/activities.ts'
import '#src/features/instances/create/CreateInstance.tsx'
import { buildQuote, findQuotedPrice, getSummaryPanel, serveCatalogue } from '#tests/web/features/instances/create/shop.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { buildActivity } from './fixtures.ts'

const quoteUnder = () =>
  buildQuote({ amount: '269.66', activity: { id: 'activity-1', title: '首周 8 折', origin_amount: '337.07' } })
const open = async (query: string, running = [buildActivity()]) => {
  await openApp(`/create-instance${query}`, { answer: () => mockCall(activities.list, () => running) })
  await screen.findByText('规格')
}

afterEach(() => sessionStorage.clear())

describe('product §4 /create-instance under an activity', () => {
  it('quotes its period at its price, and says so', async () => {
    const shop = serveCatalogue({ quote: quoteUnder })
    await open('?product_id=product-4090&charge_rule=week&activity_id=activity-1')
    await findQuotedPrice()
    expect(shop.quoted).toMatchObject([{ activity_id: 'activity-1', charge_rule: 'week', quantity: 1 }])
    expect(screen.getByText('正在以活动「首周 8 折」的价格租用')).toBeVisible()
    expect(getSummaryPanel()).toHaveTextContent(/不参与活动¥337.07现在支付¥269.66/)
    expect(screen.getByText(/活动时长固定为 1 周/)).toBeVisible()
    expect(screen.getByLabelText(/包周/).closest('label')).toHaveTextContent(/活动价¥269.656/)
  })

  it('begins with a product of the activity and its way to pay where the address names none', async () => {
    const shop = serveCatalogue({ quote: quoteUnder })
    await open('?activity_id=activity-1', [
      buildActivity({ product_data: { product_id: 'product-a100', discount_type: 'week', price_unit: 3 } }),
    ])
    await findQuotedPrice()
    expect(shop.quoted[0]).toMatchObject({ product_id: 'product-a100', charge_rule: 'week', activity_id: 'activity-1' })
  })

  it('buys at the usual price what the activity is not for, and says that', async () => {
    const shop = serveCatalogue()
    await open('?product_id=product-4090&charge_rule=hour&activity_id=activity-1')
    await findQuotedPrice()
    expect(shop.quoted[0]).not.toHaveProperty('activity_id')
    expect(screen.getByText(/当前的选择不在活动「首周 8 折」之内/)).toBeVisible()
  })

  it('says that it is over, and goes on at the usual price', async () => {
    const shop = serveCatalogue()
    await open('?product_id=product-4090&charge_rule=week&activity_id=activity-1', [])
    await findQuotedPrice()
    expect(screen.getByText('活动已结束，以下是现在的价格。')).toBeVisible()
    expect(shop.quoted[0]).not.toHaveProperty('activity_id')
  })

  it('says why the activity is refused, and offers the usual price', async () => {
    const shop = serveCatalogue({
      quote: ({ activity_id: activityId }) => {
        if (activityId) throw new RefusedError('activity_used_up')
        return buildQuote()
      },
    })
    await open('?product_id=product-4090&charge_rule=week&activity_id=activity-1')
    const note = await screen.findByText(/没有按活动「首周 8 折」报价：活动名额已用完/)
    const alert = note.closest('[role="alert"]') as HTMLElement
    await userEvent.click(within(alert).getByRole('button', { name: '按现价租用' }))
    await findQuotedPrice()
    expect(shop.quoted.at(-1)).not.toHaveProperty('activity_id')
    expect(window.location.search).not.toContain('activity_id')
  })
})
