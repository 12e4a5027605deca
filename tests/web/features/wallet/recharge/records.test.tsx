import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import '#src/admin/list/ResourceListPage.tsx'
import { paths } from '#src/paths.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildRecharge, serveRechargePage } from './recharges.ts'

describe('product §5 充值记录', () => {
  it('offers the payment of an open recharge, and the ledger entry of a paid one', async () => {
    const paid = buildRecharge({ id: 'recharge-2', status: 'paid', paid_at: '2026-11-21T06:05:09Z' })
    serveRechargePage({ recent: () => [buildRecharge(), paid] })
    await openApp(paths.recharges)
    const rowOf = async (id: string) => (await screen.findByText(id)).closest('tr') as HTMLElement
    const open = within(await rowOf('recharge-1'))
    expect(open.getByText('去支付')).toBeVisible()
    expect(open.queryByText('查看入账')).toBeNull()
    const done = within(await rowOf('recharge-2'))
    expect(done.getByText('查看入账')).toBeVisible()
    expect(done.queryByText('去支付')).toBeNull()
  })
})
