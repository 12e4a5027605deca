import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Invitee, invitation } from '#contract/invitation.ts'
import '#src/features/invitation/Invitation.tsx'
import '#src/features/invitation/PosterDialog.tsx'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { mockCall } from '#tests/web/support/wire.ts'

const page = '/console/invitation'
const at = '2026-11-21T06:05:00Z'
const invitee: Invitee = {
  id: 'user-2',
  phone: '139****0002',
  verified: true,
  registered_at: at,
  rewards_until: '2027-11-21T06:05:00Z',
  spent: '12.34',
  pending: '0.00',
  reward: '1.23',
}

beforeEach(() => {
  mockCall(invitation.get, () => ({
    invite_code: 'A2B3C4',
    percent: 10,
    invitees: 1,
    verified: 1,
    reward: '1.23',
    pending: '0.00',
    income: '0.73',
  }))
  mockCall(invitation.invitees, () => ({ items: [invitee], total: 1 }))
  mockCall(invitation.months, () => [])
})

describe('product §6 Invitation', () => {
  it('gives the code as link, and as a picture for phones', async () => {
    await openApp(page)
    expect(await screen.findByText(`${window.location.origin}/home?type=register&invite_code=A2B3C4`)).toBeInTheDocument()
    expect(screen.getByRole('img', { name: '邀请二维码' })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: '生成海报' }))
    expect(await screen.findByRole('img', { name: '邀请海报，邀请码 A2B3C4' })).toBeInTheDocument()
  })

  it('opens the reward of a person to the days it sums', async () => {
    let asked: unknown
    mockCall(invitation.rewards, ({ query }) => {
      asked = query.invitee_id
      const row = {
        invitee_id: 'user-2',
        phone: invitee.phone,
        at,
        orders: '0.00',
        left_out: '0.34',
        net: '12.00',
        total: '12.00',
        reward: '1.20',
      }
      return { items: [{ ...row, id: 'reward-1', day: '2026-11-20', usage: '12.34', refunds: '0.00' }], total: 1 }
    })
    await openApp(page)
    const row = await screen.findByRole('button', { name: /139\*\*\*\*0002/ })
    expect(row).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(row)
    const day = (await screen.findByRole('rowheader', { name: '2026-11-20' })).closest('tr')!
    expect(
      within(day)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['12.34', '0.00', '0.00', '0.34', '12.00', '1.20'])
    expect(asked).toBe('user-2')
  })

  it('says what to do while nobody has come', async () => {
    mockCall(invitation.invitees, () => ({ items: [], total: 0 }))
    await openApp(page)
    expect(await screen.findByText('暂无好友注册')).toBeInTheDocument()
    expect(screen.getByText(/现金消费的 10% 作为奖励/)).toBeInTheDocument()
  })

  it('is not for a sub-account', async () => {
    await openApp(page, { user: buildUser({ account_type: 'sub' }) })
    expect(await screen.findByRole('heading', { level: 1 })).not.toHaveTextContent('邀请好友')
  })
})
