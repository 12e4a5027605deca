import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { platform } from '#contract/platform.ts'
import { products } from '#contract/products.ts'
import { type StockAlert, stockAlerts } from '#contract/stock-alerts.ts'
import { session } from '#src/session/session.ts'
import { ownStockAlerts } from '#src/site/market/own-alerts.ts'
import { resizeWindow } from '#tests/web/support/browser.ts'
import { storeSignIn } from '#tests/web/ui/header/people.ts'
import { listRecordedCalls, mockRawCall, toAcceptedResponse, toRefusedResponse } from '#tests/web/ui/header/wire.ts'
import { buildMarketProduct, buildSoldOutProduct } from '../offers.ts'
import { showMarket } from './show-market.tsx'

const anAlert = (gpuNum: number): StockAlert => ({
  id: `alert-${gpuNum}`,
  product_id: 'p-h100',
  product_name: 'H100 80G',
  region_name: '华北一区',
  gpu_num: gpuNum,
  state: 'waiting',
  created_at: '2026-11-21T06:00:00Z',
  ended_at: null,
})

beforeEach(() => {
  resizeWindow(1440) // wide enough for the table
  mockRawCall(platform.server_info, () => toRefusedResponse('unavailable'))
  mockRawCall(products.regions, () => toAcceptedResponse([]))
  mockRawCall(products.models, () => toAcceptedResponse([]))
  mockRawCall(products.list, () => toAcceptedResponse([buildMarketProduct(), buildSoldOutProduct()], { total: 2 }))
  mockRawCall(stockAlerts.list, () => toAcceptedResponse([], { total: 0 }))
})
afterEach(() => {
  session.clear()
  ownStockAlerts.forget()
})

describe('issue 4 Market: out of stock, notify me', () => {
  it('takes a visitor to the login dialog, which carries the alert', async () => {
    const visit = showMarket()
    const row = within((await screen.findByText('H100 80G')).closest('tr')!)
    const target = `/market?cpu_min=${visit}&notify=p-h100`
    expect(row.getByRole('link', { name: /到货提醒/ })).toHaveAttribute(
      'href',
      `/home?type=login&url=${encodeURIComponent(target)}`,
    )
    expect(listRecordedCalls(stockAlerts.list)).toEqual([])
  })

  it('opens from the address, so that who signed in on the way is back where he was', async () => {
    storeSignIn()
    mockRawCall(stockAlerts.create, ({ body }) => toAcceptedResponse({ ...anAlert((body as { gpu_num: number }).gpu_num) }))
    showMarket('&notify=p-h100')
    const dialog = within(await screen.findByRole('dialog', { name: '到货提醒' }))
    await userEvent.selectOptions(dialog.getByLabelText('需要的卡数'), '4 张')
    await userEvent.click(dialog.getByRole('button', { name: '提醒我' }))
    expect(await dialog.findByText('等待 4 张')).toBeInTheDocument()
    expect(listRecordedCalls(stockAlerts.create).map(({ body }) => body)).toEqual([{ product_id: 'p-h100', gpu_num: 4 }])
    await userEvent.click(dialog.getByRole('button', { name: '关闭' }))
    expect(window.location.search).not.toContain('notify')
    expect(screen.getByRole('link', { name: /已设提醒.*H100/ })).toBeInTheDocument()
  })

  it('cancels an alert', async () => {
    storeSignIn()
    mockRawCall(stockAlerts.list, () => toAcceptedResponse([anAlert(2)], { total: 1 }))
    mockRawCall(stockAlerts.cancel, () =>
      toAcceptedResponse({ ...anAlert(2), state: 'cancelled', ended_at: '2026-11-21T07:00:00Z' }),
    )
    showMarket()
    await userEvent.click(await screen.findByRole('link', { name: /已设提醒/ }))
    const dialog = within(await screen.findByRole('dialog', { name: '到货提醒' }))
    await userEvent.click(dialog.getByRole('button', { name: '取消 2 张的提醒' }))
    await waitFor(() => expect(dialog.queryByText('等待 2 张')).not.toBeInTheDocument())
  })

  it('says why an alert was refused', async () => {
    storeSignIn()
    mockRawCall(stockAlerts.create, () => toRefusedResponse('stock_alert_limit'))
    showMarket('&notify=p-h100')
    const dialog = within(await screen.findByRole('dialog', { name: '到货提醒' }))
    await userEvent.click(dialog.getByRole('button', { name: '提醒我' }))
    expect(await dialog.findByText('到货提醒已达上限，请先取消不用的')).toBeInTheDocument()
  })

  it('asks only for more cards than can be had now', async () => {
    storeSignIn()
    showMarket('&notify=p-a100')
    const dialog = within(await screen.findByRole('dialog', { name: '到货提醒' }))
    const offered = within(dialog.getByLabelText('需要的卡数')).getAllByRole('option')
    expect(offered.map((option) => option.textContent)).toEqual(['5 张', '6 张', '7 张', '8 张'])
  })
})
