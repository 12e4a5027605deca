import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { expiry } from '#contract/expiry.ts'
import { instanceGuards } from '#contract/guards.ts'
import '#src/features/cost/charge-config/ChargeConfig.tsx'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall } from '#tests/web/support/wire.ts'

const open = () =>
  openApp('/console/cost/charge-config', {
    answer: () => {
      mockCall(expiry.get_default, () => ({ expiry_policy: 'stop' as const }))
      mockCall(instanceGuards.get_alert, () => ({ enabled: true, amount: '50.00', hours: 24 }))
      mockCall(instanceGuards.set_alert, ({ body }) => ({ ...body, amount: '100.00' }))
    },
  })
const saveIn = async (title: string) => {
  const panel = (await screen.findByRole('heading', { name: title })).closest('section') as HTMLElement
  return within(panel).findByRole('button', { name: '保存' })
}

describe('product §5 计费设置', () => {
  it.each(['套餐到期策略', '余额提醒'])('saves nothing of %s before something has changed', async (title) => {
    await open()
    expect(await saveIn(title)).toBeDisabled()
  })

  it('saves a changed alert once, and shows the amount as it was kept', async () => {
    await open()
    const save = await saveIn('余额提醒')
    const amount = screen.getByLabelText('余额低于（元）')
    await userEvent.clear(amount)
    await userEvent.type(amount, '100')
    expect(save).toBeEnabled()
    await userEvent.click(save)
    await waitFor(() => expect(amount).toHaveValue('100.00'))
    expect(save).toBeDisabled()
  })
})
