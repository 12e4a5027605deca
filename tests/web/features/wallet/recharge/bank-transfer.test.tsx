import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { wallet } from '#contract/wallet.ts'
import '#src/features/wallet/recharge/BankTransferGuide.tsx'
import '#src/features/wallet/recharge/RechargePage.tsx'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall } from '#tests/web/support/wire.ts'
import { serveRechargePage } from './recharges.ts'

const choose = async () => userEvent.click(await screen.findByRole('radio', { name: /对公转账/ }))

describe('product §5 Recharge by bank transfer', () => {
  it('shows the account and the remark to write, and says when it is only a sample', async () => {
    serveRechargePage()
    await openApp('/recharge')
    await choose()
    expect(await screen.findByText('示例账户，请勿真实汇款。')).toBeVisible()
    expect(screen.getAllByText('ZSABC234').length).toBeGreaterThan(0)
    expect(screen.queryByRole('button', { name: '去支付' })).not.toBeInTheDocument()
  })

  it('asks for the payer and the picture, and says which was chosen', async () => {
    serveRechargePage()
    await openApp('/recharge?amount=500')
    await choose()
    await userEvent.click(await screen.findByRole('button', { name: '提交凭证' }))
    expect(await screen.findByText('请输入付款户名')).toBeInTheDocument()
    expect(await screen.findByText('请选择转账凭证的图片')).toBeInTheDocument()
    await userEvent.upload(screen.getByLabelText('转账凭证'), new File(['x'], 'proof.png', { type: 'image/png' }))
    expect(await screen.findByText(/proof\.png/)).toBeVisible()
  })

  it('is chosen by the address', async () => {
    serveRechargePage()
    await openApp('/recharge?channel=bank')
    expect(await screen.findByRole('radio', { name: /对公转账/ })).toBeChecked()
  })

  it('offers only what is configured', async () => {
    serveRechargePage()
    mockCall(wallet.recharge_ways, () => ({ channels: ['wechat' as const], bank: null }))
    await openApp('/recharge')
    expect(await screen.findByRole('radio', { name: /微信支付/ })).toBeChecked()
    expect(screen.queryByRole('radio', { name: /支付宝|对公转账/ })).not.toBeInTheDocument()
  })
})
